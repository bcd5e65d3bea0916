/** How contenders take turns, what a round costs and whether it counts. */
package io.github.asynqee.bench.round;

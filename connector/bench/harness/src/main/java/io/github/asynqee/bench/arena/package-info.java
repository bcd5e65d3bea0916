/** What workloads, contenders and the one who runs them know of each other. */
package io.github.asynqee.bench.arena;

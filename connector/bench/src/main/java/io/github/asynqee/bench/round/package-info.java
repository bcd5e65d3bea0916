/** Rounds: how subjects are warmed up, take turns, and are checked. */
package io.github.asynqee.bench.round;

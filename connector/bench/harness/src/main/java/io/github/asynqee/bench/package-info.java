/**
 * Runs contenders side by side on one Redis and reports how fast they are: {@link io.github.asynqee.bench.Bench}. A
 * {@link io.github.asynqee.bench.arena.Workload} gives the same orders to each
 * {@link io.github.asynqee.bench.arena.Contender}, round by round, and records
 * {@link io.github.asynqee.bench.arena.Measurement}s.
 */
package io.github.asynqee.bench;

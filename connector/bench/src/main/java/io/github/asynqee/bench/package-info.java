/**
 * Measures the engine, the connector on both servers, stock Go asynq and a client in C side by side on one Redis.
 * {@link io.github.asynqee.bench.Bench} lists the options.
 */
package io.github.asynqee.bench;

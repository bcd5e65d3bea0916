/** Measurements of queues with shards on one and several Redis servers, and of idle workers. */
package io.github.asynqee.bench.scale;

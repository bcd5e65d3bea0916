/** Batches of tasks, in Redis. */
package io.github.asynqee.internal.redis.batch;

/** Limits of tasks by keys, in Redis. */
package io.github.asynqee.internal.redis.limit;

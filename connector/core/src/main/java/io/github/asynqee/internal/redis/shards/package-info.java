/** The record of queues with shards, and their inspection as one queue each. */
package io.github.asynqee.internal.redis.shards;

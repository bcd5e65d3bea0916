/** The record of queues with shards. */
package io.github.asynqee.internal.redis.shards;

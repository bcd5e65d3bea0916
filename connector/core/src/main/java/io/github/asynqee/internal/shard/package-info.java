/** Queues that are distributed over several queues, their shards. */
package io.github.asynqee.internal.shard;

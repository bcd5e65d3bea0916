/** Queues: which exist, of which shards they consist, who sees them, and their numbers. */
package io.github.asynqee.internal.inspect.queue;

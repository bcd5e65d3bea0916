/** Queues: which exist, of which shards they consist, who sees them, and their numbers. */
@NullMarked
package io.github.asynqee.internal.inspect.queue;

import org.jspecify.annotations.NullMarked;

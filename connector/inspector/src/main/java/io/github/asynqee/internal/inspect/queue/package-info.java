/** Existing queues, their shards and statistics, and the scope of a caller. */
@NullMarked
package io.github.asynqee.internal.inspect.queue;

import org.jspecify.annotations.NullMarked;

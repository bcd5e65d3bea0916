/**
 * Incoming channels. The runtime subscribes once per unit of {@code concurrency}; each subscription is a lane: it
 * requests a task from the worker and passes it to the handler on a thread of the lane executor.
 */
@NullMarked
package io.github.asynqee.messaging.internal.incoming;

import org.jspecify.annotations.NullMarked;

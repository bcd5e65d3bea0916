/** Outgoing channels: each message is enqueued as a task. */
@NullMarked
package io.github.asynqee.messaging.internal.outgoing;

import org.jspecify.annotations.NullMarked;

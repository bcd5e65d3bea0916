/** Outgoing channels: each message is enqueued as a task. */
package io.github.asynqee.messaging.internal.outgoing;

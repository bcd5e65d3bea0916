/** Channels of tasks to enqueue. */
package io.github.asynqee.messaging.outgoing;

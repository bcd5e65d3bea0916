/** Retry delays that an application names: in the configuration of a channel, or in a header of a task. */
package io.github.asynqee.messaging.internal.retry;

/** Retry delays that an application names: in the configuration of a channel, or in a header of a task. */
@NullMarked
package io.github.asynqee.messaging.internal.retry;

import org.jspecify.annotations.NullMarked;

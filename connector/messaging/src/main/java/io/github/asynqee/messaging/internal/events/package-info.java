/** Task events as CDI events. */
@NullMarked
package io.github.asynqee.messaging.internal.events;

import org.jspecify.annotations.NullMarked;

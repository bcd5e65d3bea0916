/** Task events as CDI events. */
package io.github.asynqee.messaging.internal.events;

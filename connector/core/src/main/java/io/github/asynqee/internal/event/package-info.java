/** Passes events to the listener; an exception of the listener affects no task. */
package io.github.asynqee.internal.event;

/** Passes events to the listener; a listener that fails harms no task. */
package io.github.asynqee.internal.event;

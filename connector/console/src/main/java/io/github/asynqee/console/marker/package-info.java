/** Markers on the time axis of charts. */
package io.github.asynqee.console.marker;

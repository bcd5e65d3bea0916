/** Periodic entries: their next runs, what happened to the last ones, and what is remembered of those that are gone. */
package io.github.asynqee.console.periodic;

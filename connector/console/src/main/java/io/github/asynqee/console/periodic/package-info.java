/** Periodic entries: their next and latest runs, and stored observations of removed entries. */
package io.github.asynqee.console.periodic;

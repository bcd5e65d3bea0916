/**
 * Checks of conformance with Go asynq: the conformance table, and comparisons with the Go libraries that asynq uses.
 */
package io.github.asynqee.interop;

/** Texts in the notation of Go and Redis: durations in Go's notation, names that are not UTF-8. */
package io.github.asynqee.internal.text;

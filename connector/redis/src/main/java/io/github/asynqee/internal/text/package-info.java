/** Texts as Go and Redis have them: durations in Go's notation, names that are no UTF-8. */
package io.github.asynqee.internal.text;

/**
 * What is proven of being a good peer of Go asynq: the list of it kept true, and this implementation compared with the
 * Go libraries asynq is built on while they run.
 */
package io.github.asynqee.interop;

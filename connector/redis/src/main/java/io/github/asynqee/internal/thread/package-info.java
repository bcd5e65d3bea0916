/**
 * Threads that survive failures of Redis and all other exceptions of their work: the periodic thread that runs all
 * background jobs, wake-up signals, pauses between retries.
 */
package io.github.asynqee.internal.thread;

/**
 * Threads that outlive failures of Redis and anything else that their work throws: the periodic thread that runs all
 * background jobs, wake-up signals, pauses between retries.
 */
package io.github.asynqee.internal.thread;

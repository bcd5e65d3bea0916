/** Threads with a life cycle: the periodic thread that runs all background jobs, wake-up signals, retry pauses. */
package io.github.asynqee.internal.thread;

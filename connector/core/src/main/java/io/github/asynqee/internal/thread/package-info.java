/** Threads with a life cycle: the periodic thread that all background services run on, signals, back-off. */
package io.github.asynqee.internal.thread;

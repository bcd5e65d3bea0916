/**
 * Channels of handlers. The runtime asks for a publisher for each unit of {@code concurrency}; each is a lane: it says
 * that it is free when the runtime wants a message, gets a task from the worker, and hands it to the handler on a thread
 * of the lanes' executor.
 */
package io.github.asynqee.messaging.incoming;

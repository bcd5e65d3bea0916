/** Notifications: changed queues and tasks, requests to cancel, new times to run. */
package io.github.asynqee.internal.broker.watch;

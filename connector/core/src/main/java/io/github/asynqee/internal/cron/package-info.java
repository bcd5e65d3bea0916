/** Enqueues periodic tasks: each tick once, however many nodes run the scheduler. */
package io.github.asynqee.internal.cron;

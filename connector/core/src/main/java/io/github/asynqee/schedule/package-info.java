/**
 * Periodic tasks: asynq's cron dialect, and a scheduler that enqueues each tick once however many nodes run it (protocol
 * section 8).
 */
package io.github.asynqee.schedule;

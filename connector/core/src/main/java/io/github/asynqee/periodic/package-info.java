/** Periodic tasks: their definition, providers, and asynq's cron dialect. */
package io.github.asynqee.periodic;

/** Periodic tasks: their definition, providers, and asynq's cron dialect. */
@NullMarked
package io.github.asynqee.periodic;

import org.jspecify.annotations.NullMarked;

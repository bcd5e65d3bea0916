/** Enqueues periodic tasks: each tick once, on any number of nodes. */
package io.github.asynqee.internal.cron;

/** Periodic entries: changes, requests to run one, cron specs in words. */
package io.github.asynqee.internal.inspect.periodic;

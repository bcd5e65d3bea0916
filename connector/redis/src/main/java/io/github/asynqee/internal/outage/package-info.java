/** Logs of failures that are retried: one warning per outage of Redis, and one per cause of any other failure. */
package io.github.asynqee.internal.outage;

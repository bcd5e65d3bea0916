/** Composes and enqueues tasks, in batches where callers do not wait. */
package io.github.asynqee.internal.client;

/** Composes and enqueues tasks; asynchronous calls are batched. */
package io.github.asynqee.internal.client;

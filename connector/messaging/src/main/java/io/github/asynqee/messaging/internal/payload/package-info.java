/** Payloads: from the bytes of a task to the type a handler takes, and back. */
package io.github.asynqee.messaging.internal.payload;

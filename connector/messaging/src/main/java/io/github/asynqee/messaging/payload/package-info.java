/** Payloads: from the bytes in a task to what a handler wants, and from what is sent to bytes. */
package io.github.asynqee.messaging.payload;

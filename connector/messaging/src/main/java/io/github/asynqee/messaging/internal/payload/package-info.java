/** Decoding and encoding of payloads: bytes to a handler's type, and back. */
package io.github.asynqee.messaging.internal.payload;

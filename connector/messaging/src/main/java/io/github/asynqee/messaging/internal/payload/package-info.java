/** Decoding and encoding of payloads: bytes to a handler's type, and back. */
@NullMarked
package io.github.asynqee.messaging.internal.payload;

import org.jspecify.annotations.NullMarked;

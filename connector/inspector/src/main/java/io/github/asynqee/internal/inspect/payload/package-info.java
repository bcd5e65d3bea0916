/** Decodes payloads that are compressed, encrypted or stored outside Redis, for tools. */
@NullMarked
package io.github.asynqee.internal.inspect.payload;

import org.jspecify.annotations.NullMarked;

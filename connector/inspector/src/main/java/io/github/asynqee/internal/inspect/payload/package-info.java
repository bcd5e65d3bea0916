/** Payloads that are compressed, encrypted or stored outside Redis, as tools show them. */
@NullMarked
package io.github.asynqee.internal.inspect.payload;

import org.jspecify.annotations.NullMarked;

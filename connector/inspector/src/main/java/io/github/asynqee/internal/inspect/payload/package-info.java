/** Payloads that are compressed, encrypted or stored outside Redis, as tools show them. */
package io.github.asynqee.internal.inspect.payload;

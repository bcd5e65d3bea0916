/** Payloads that are compressed or encrypted, as tools show them. */
package io.github.asynqee.internal.inspect.payload;

/** Payloads in tests: byte arrays, text, and objects by JSON-B. */
package io.github.asynqee.testkit.payload;

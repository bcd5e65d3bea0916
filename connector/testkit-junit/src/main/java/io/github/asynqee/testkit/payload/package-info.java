/** Payloads in tests: byte arrays, text, and objects encoded with JSON-B. */
@NullMarked
package io.github.asynqee.testkit.payload;

import org.jspecify.annotations.NullMarked;

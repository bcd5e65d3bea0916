/** Payloads that are compressed, encrypted or stored outside Redis: what an application brings along for it. */
@NullMarked
package io.github.asynqee.codecs;

import org.jspecify.annotations.NullMarked;

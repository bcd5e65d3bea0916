/** Payloads that are compressed, encrypted or stored outside Redis: what an application brings along for it. */
package io.github.asynqee.codecs;

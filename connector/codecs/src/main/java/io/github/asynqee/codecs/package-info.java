/** Payloads that are compressed or encrypted in Redis: what an application brings along for it. */
package io.github.asynqee.codecs;

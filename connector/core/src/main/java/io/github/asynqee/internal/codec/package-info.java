/** How payloads are compressed and encrypted: what the module asynq-codecs does, and tools undo to show them. */
package io.github.asynqee.internal.codec;

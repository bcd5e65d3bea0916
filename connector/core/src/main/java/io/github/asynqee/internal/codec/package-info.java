/** How payloads are compressed and encrypted: what the module asynq-codecs does, and tools undo to
 * show them. A payload that is stored elsewhere has a reference here. */
package io.github.asynqee.internal.codec;

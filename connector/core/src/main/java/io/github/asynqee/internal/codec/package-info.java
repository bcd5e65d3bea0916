/**
 * Compression and encryption of payloads, for the module asynq-codecs and for tools that show decoded payloads;
 * references to payloads that are stored elsewhere.
 */
package io.github.asynqee.internal.codec;

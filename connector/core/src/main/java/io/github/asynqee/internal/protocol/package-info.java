/** asynq's wire format: protobuf messages, Redis keys, keys of uniqueness locks. No I/O. */
package io.github.asynqee.internal.protocol;

/** Bytes and names as asynq has them in Redis: protobuf messages, keys, unique keys. No I/O. */
package io.github.asynqee.internal.protocol;

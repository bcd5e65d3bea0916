/** Bytes and names as asynq has them in Redis; no input or output. */
package io.github.asynqee.protocol;

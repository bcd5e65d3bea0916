/** Client-side caching of single keys ({@code CLIENT TRACKING}), by which idle workers are notified of new tasks. */
package io.github.asynqee.internal.redis.tracking;

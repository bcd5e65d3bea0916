/** Client-side caching of single keys ({@code CLIENT TRACKING}): how idle workers learn of new tasks. */
package io.github.asynqee.internal.redis.tracking;

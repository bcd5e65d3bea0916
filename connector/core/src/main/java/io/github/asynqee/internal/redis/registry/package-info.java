/** Registries in Redis: the names of queues, servers, schedulers and outboxes. */
package io.github.asynqee.internal.redis.registry;

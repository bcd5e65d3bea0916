/** What Redis knows of those who use it: the names of queues, servers, schedulers, outboxes. */
package io.github.asynqee.internal.redis.registry;

/**
 * Connections to Redis with Jedis: single server, Sentinel and Cluster, commands, scripts, clock, errors. Only this
 * package, {@code internal.redis} and {@code internal.redis.tracking} use Jedis.
 */
package io.github.asynqee.internal.redis.connection;

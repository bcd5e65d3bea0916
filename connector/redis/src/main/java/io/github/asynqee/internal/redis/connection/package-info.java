/**
 * Connections to Redis with Jedis: single server, Sentinel and Cluster, commands, scripts, clock, errors. Only packages
 * below {@code internal.redis} use Jedis.
 */
package io.github.asynqee.internal.redis.connection;

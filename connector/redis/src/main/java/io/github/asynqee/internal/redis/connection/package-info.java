/**
 * Connections to Redis with Jedis: single server, Sentinel and Cluster, commands, scripts, clock, errors. Of
 * the packages below {@code internal.redis} only, some use Jedis.
 */
package io.github.asynqee.internal.redis.connection;

/**
 * Connections to Redis on Jedis: single server, Sentinel and Cluster, commands, scripts, the server's clock, errors.
 * Together with {@code internal.redis} and {@code internal.redis.tracking} the only code that knows Jedis.
 */
package io.github.asynqee.internal.redis.connection;

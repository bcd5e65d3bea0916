/**
 * Test support: {@linkplain io.github.asynqee.testkit.EmbeddedRedis Redis},
 * {@linkplain io.github.asynqee.testkit.EmbeddedRedisCluster Redis Cluster} and
 * {@linkplain io.github.asynqee.testkit.EmbeddedRedisSentinel Redis Sentinel} as local processes, started without
 * Docker within three seconds; {@linkplain io.github.asynqee.testkit.RedisForTests one server} that is a container if
 * Docker is available; and a {@linkplain io.github.asynqee.testkit.ManualClock manual clock}.
 */
@NullMarked
package io.github.asynqee.testkit;

import org.jspecify.annotations.NullMarked;

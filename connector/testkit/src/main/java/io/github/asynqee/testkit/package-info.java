/**
 * For tests: {@linkplain io.github.asynqee.testkit.EmbeddedRedis Redis},
 * {@linkplain io.github.asynqee.testkit.EmbeddedRedisCluster Redis Cluster} and
 * {@linkplain io.github.asynqee.testkit.EmbeddedRedisSentinel Redis Sentinel} as local processes, without Docker and
 * within a second or three; {@linkplain io.github.asynqee.testkit.RedisForTests one server} that is a container where
 * there is Docker; and a {@linkplain io.github.asynqee.testkit.ManualClock clock} set by hand.
 */
package io.github.asynqee.testkit;

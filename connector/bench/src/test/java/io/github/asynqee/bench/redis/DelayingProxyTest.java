package io.github.asynqee.bench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisConnectionException;

class DelayingProxyTest {

    private static final int COMMANDS = 10_000;

    @Test
    void a_round_trip_takes_a_millisecond_longer() {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                DelayingProxy proxy = DelayingProxy.to(redis.port());
                Jedis jedis = new Jedis("127.0.0.1", proxy.port())) {
            jedis.ping();
            long begin = System.nanoTime();
            jedis.ping();
            assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(1_000_000);
        }
    }

    @Test
    void all_bytes_arrive_in_their_order() {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                DelayingProxy proxy = DelayingProxy.to(redis.port());
                Jedis jedis = new Jedis("127.0.0.1", proxy.port())) {
            List<Response<Long>> replies = new ArrayList<>();
            try (Pipeline batch = jedis.pipelined()) {
                for (int i = 0; i < COMMANDS; i++) {
                    replies.add(batch.rpush("list", String.valueOf(i)));
                }
            }
            assertThat(replies).extracting(Response::get).last().isEqualTo((long) COMMANDS);
            assertThat(jedis.lrange("list", 0, -1))
                    .isEqualTo(IntStream.range(0, COMMANDS).mapToObj(String::valueOf).toList());
        }
    }

    @Test
    void a_connection_that_redis_closes_is_closed() {
        try (EmbeddedRedis redis = EmbeddedRedis.start();
                DelayingProxy proxy = DelayingProxy.to(redis.port());
                Jedis jedis = new Jedis("127.0.0.1", proxy.port())) {
            jedis.ping();
            redis.kill();
            assertThatThrownBy(jedis::ping).isInstanceOf(JedisConnectionException.class);
        }
    }
}

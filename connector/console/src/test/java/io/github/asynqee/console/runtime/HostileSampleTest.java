package io.github.asynqee.console.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;

import io.github.asynqee.console.alert.Sample;
import io.github.asynqee.console.periodic.EntryWatch;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** No data in Redis prevents the evaluation of alerts. */
class HostileSampleTest {

    @Test
    void a_sample_can_be_taken_again_and_again() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(); Jedis jedis = new Jedis(redis.host(), redis.port())) {
            HostileData.fill(jedis);
            try (TestConsole console = new TestConsole(redis.url(), 1_000_000, Clock.systemUTC())) {
                RedisConsole instance = console.of("default");
                AlertSource source = new AlertSource(instance.monitor(), new EntryWatch(instance.redis()));
                for (int i = 0; i < 3; i++) {
                    Sample sample = source.sample(Instant.now());
                    assertThat(sample.queues()).extracting("name").contains(HostileData.GOOD, HostileData.QUEUE);
                }
            }
        }
    }
}

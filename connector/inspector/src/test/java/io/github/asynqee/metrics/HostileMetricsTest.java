package io.github.asynqee.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** No data in Redis hides the metrics of the queues with nothing wrong. */
class HostileMetricsTest {

    @Test
    @Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void metrics_are_collected_in_each_format() throws IOException {
        try (EmbeddedRedis redis = EmbeddedRedis.start(); Jedis jedis = new Jedis(redis.host(), redis.port())) {
            HostileData.fill(jedis);
            jedis.sadd("asynq:queues", "ancient");
            jedis.lpush("asynq:{ancient}:pending", "t");
            jedis.hset("asynq:{ancient}:t:t", Map.of("msg", "", "pending_since", String.valueOf(Long.MIN_VALUE)));
            try (Inspector inspector = Inspectors.connect(redis.url())) {
                for (MetricsFormat format : MetricsFormat.values()) {
                    StringBuilder text = new StringBuilder();
                    format.write(new QueueMetrics(inspector).collect(), text);
                    assertThat(text).contains("asynq_tasks_enqueued_total{queue=\"" + HostileData.GOOD
                            + "\",state=\"pending\"} 1").contains("queue=\"" + HostileData.QUEUE + "\"");
                }
                assertThat(new QueueCollector(inspector).collect()).isNotEmpty();
            }
        }
    }
}

package io.github.asynqee.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

class QueueNamesTest {

    private static final RedisForTests REDIS = RedisForTests.shared();

    @Test
    void queues_with_shards_are_not_listed_at_each_reading() {
        REDIS.clear();
        ManualClock clock = ManualClock.startingAt(Instant.parse("2026-01-02T03:04:05Z"));
        try (ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
                RedisClient keys = RedisClient.create(REDIS.url());
                AsynqClient client = Asynq.connect(REDIS.url(), PayloadEncoder.bytesAndText(), Map.of("mails", 4))) {
            client.enqueueAll(
                    IntStream.range(0, 80).mapToObj(i -> Task.of("mail", "{}").queue("mails").id("m" + i)).toList());
            QueueNames names = new QueueNames(redis, clock);
            assertThat(names.get()).containsExactly("mails");

            // the same number: only a list shows the difference
            keys.srem("asynq:queues", "mails~3");
            keys.sadd("asynq:queues", "other");
            assertThat(names.get()).containsExactly("mails");
            clock.advance(Duration.ofSeconds(31));
            assertThat(names.get()).containsExactly("mails", "other");
            client.enqueue(Task.of("t", "{}").queue("third"));
            assertThat(names.get()).containsExactly("mails", "other", "third");
        }
    }
}

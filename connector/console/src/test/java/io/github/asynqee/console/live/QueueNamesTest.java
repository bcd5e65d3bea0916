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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

class QueueNamesTest {

    private static final RedisForTests REDIS = RedisForTests.shared();

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2026-01-02T03:04:05Z"));
    private final ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
    private final RedisClient keys = RedisClient.create(REDIS.url());
    private final AsynqClient client = Asynq.connect(REDIS.url(), PayloadEncoder.bytesAndText(), Map.of("mails", 4));
    private final QueueNames names = new QueueNames(redis, clock);

    @BeforeEach
    void clear() {
        REDIS.clear();
    }

    @AfterEach
    void close() {
        client.close();
        keys.close();
        redis.close();
    }

    @Test
    void a_queue_in_place_of_another_is_seen_at_the_next_reading() {
        keys.sadd("asynq:queues", "old", "stays");
        assertThat(names.get()).containsExactly("old", "stays");

        keys.srem("asynq:queues", "old");
        keys.sadd("asynq:queues", "new");

        assertThat(names.get()).containsExactly("new", "stays");
    }

    @Test
    void many_queues_with_shards_are_not_listed_at_each_reading() {
        client.enqueueAll(
                IntStream.range(0, 80).mapToObj(i -> Task.of("mail", "{}").queue("mails").id("m" + i)).toList());
        String[] many = IntStream.range(0, 1_000).mapToObj(i -> "many" + i).toArray(String[]::new);
        keys.sadd("asynq:queues", many);
        assertThat(names.get()).hasSize(1_001).contains(many).contains("mails");

        // the same number: only a list shows the difference
        keys.srem("asynq:queues", "mails~3");
        keys.sadd("asynq:queues", "other");
        assertThat(names.get()).hasSize(1_001).doesNotContain("other");
        clock.advance(Duration.ofSeconds(31));
        assertThat(names.get()).hasSize(1_002).contains("mails", "other");
        client.enqueue(Task.of("t", "{}").queue("third"));
        assertThat(names.get()).hasSize(1_003).contains("third");
    }
}

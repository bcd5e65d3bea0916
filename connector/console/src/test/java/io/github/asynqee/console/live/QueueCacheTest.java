package io.github.asynqee.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.RedisClient;

class QueueCacheTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final long COMMANDS = 10_000;
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
    private final RedisClient keys = RedisClient.create(REDIS.url());
    private final ManualClock clock = ManualClock.startingAt(START);
    private final QueueCache cache = new QueueCache(redis.inspector(), clock);

    @BeforeEach
    void enqueue() {
        REDIS.clear();
        List.of("a", "b", "c").forEach(queue -> redis.client().enqueue(Task.of("t", new byte[0]).queue(queue)));
        cache.exist(redis.inspector().queues().names());
        cache.read(COMMANDS);
    }

    @AfterEach
    void close() {
        keys.close();
        redis.close();
    }

    @Test
    void findings_are_kept_while_it_is_not_known_which_queues_have_servers() {
        assertThat(cache.findings()).extracting(Finding::queue).containsExactly("a", "b", "c");
        keys.set("asynq:servers", "not a set");
        clock.advance(Duration.ofSeconds(16));
        cache.read(COMMANDS);

        assertThat(cache.findings()).extracting(Finding::queue).containsExactly("a", "b", "c");
        assertThat(cache.examined(START).isQueueKnown("a", START)).isTrue();
        assertThat(cache.examined(START).isQueueKnown("a", clock.instant())).isFalse();
        assertThat(cache.examined(START).all()).isEqualTo(START);
        assertThat(cache.examined(START).isQueueKnown("gone", clock.instant())).isTrue();

        keys.del("asynq:servers");
        redis.inspector().queues().remove("b", true);
        cache.exist(redis.inspector().queues().names());
        clock.advance(Duration.ofSeconds(16));
        cache.read(COMMANDS);
        assertThat(cache.findings()).extracting(Finding::queue).containsExactly("a", "c");
        assertThat(cache.examined(START).isQueueKnown("a", clock.instant())).isTrue();
    }

    @Test
    void a_queue_that_cannot_be_examined_keeps_its_findings_and_the_others_get_theirs() {
        keys.set("asynq:{b}:lease", "not a set");
        redis.inspector().queues().pause("a");
        clock.advance(Duration.ofSeconds(16));
        cache.read(COMMANDS);

        assertThat(cache.findings()).extracting(Finding::queue).containsExactly("a", "a", "b", "c");
    }
}

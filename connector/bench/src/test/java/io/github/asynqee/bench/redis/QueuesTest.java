package io.github.asynqee.bench.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.protocol.QueueKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QueuesTest {

    private final RedisMeter redis = RedisMeter.start();
    private final Queues many = new Queues(redis, List.of("a", "a-b", "c", "d", "e"));

    @AfterEach
    void endRedis() {
        redis.close();
    }

    @Test
    void leftovers_are_listed_by_queue_and_key() {
        assertThat(many.leftovers()).isEmpty();

        redis.fill("a", 2, 20);
        redis.fill("another", 3, 20);
        try (StockPeer peer = new StockPeer(redis)) {
            peer.enqueue("a-b", 0);
            peer.schedule("d", 1, Instant.now());
        }

        assertThat(many.leftovers()).isEqualTo("a: pending has 2, t:* has 2; a-b: pending has 1, t:* has 1; "
                + "d: scheduled has 1, t:* has 1");
    }

    @Test
    void the_number_of_processed_tasks_is_the_sum_over_queues() {
        assertThat(many.processed()).isZero();

        redis.command("SET", QueueKeys.of("a").processed(), "3");
        redis.command("SET", QueueKeys.of("d").processed(), "40");

        assertThat(many.processed()).isEqualTo(43);
        assertThat(new Queues(redis, List.of("c")).processed()).isZero();
    }

    @Test
    void all_keys_of_the_queues_are_cleared_and_no_others() {
        List.of("a", "a-b", "e", "another").forEach(queue -> redis.fill(queue, 2, 20));

        redis.clear(many.names());

        assertThat(many.leftovers()).isEmpty();
        assertThat(new Queues(redis, List.of("another")).leftovers()).isEqualTo("another: pending has 2, t:* has 2");
    }

    @Test
    void commands_of_the_harness_are_not_counted() {
        long reads = redis.reads();
        redis.pause(List.of("a"), true);
        redis.command("PING");
        assertThat(redis.reads()).isEqualTo(reads);
        assertThat(redis.calls()).doesNotContainKeys("ping", "set");

        try (StockPeer peer = new StockPeer(redis)) {
            peer.enqueue("a", 0);
        }
        assertThat(redis.reads()).isGreaterThan(reads);
        assertThat(redis.calls()).containsEntry("ping", 1L).containsEntry("lpush", 1L);
    }
}

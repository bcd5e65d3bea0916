package io.github.asynqee.bench.round;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.bench.redis.JedisRedisMeter;
import io.github.asynqee.bench.redis.StockPeer;
import io.github.asynqee.internal.protocol.QueueKeys;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QueuesTest {

    private final JedisRedisMeter redis = JedisRedisMeter.start();
    private final Queues many = new Queues(redis, List.of("a", "a-b", "c", "d", "e"));

    @AfterEach
    void endRedis() {
        redis.close();
    }

    @Test
    void what_is_left_in_many_queues_is_said_as_of_one() {
        assertThat(many.leftovers()).isEmpty();

        redis.fill("a", 2, 20);
        redis.fill("another", 3, 20);
        try (StockPeer peer = new StockPeer(redis)) {
            peer.enqueue("a-b", 0);
            peer.schedule("d", 1, Instant.now());
        }

        assertThat(redis.leftovers("a")).isEqualTo("pending has 2, t:* has 2");
        assertThat(many.leftovers()).isEqualTo("a: pending has 2, t:* has 2; a-b: pending has 1, t:* has 1; "
                + "d: scheduled has 1, t:* has 1");
        assertThat(new Queues(redis, List.of("a")).leftovers()).isEqualTo("pending has 2, t:* has 2");
    }

    @Test
    void what_was_processed_is_the_sum_over_queues() {
        assertThat(many.processed()).isZero();

        redis.command("SET", QueueKeys.of("a").processed(), "3");
        redis.command("SET", QueueKeys.of("d").processed(), "40");

        assertThat(many.processed()).isEqualTo(43);
        assertThat(new Queues(redis, List.of("c")).processed()).isZero();
    }
}

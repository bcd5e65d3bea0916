package io.github.asynqee.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.LeaseExpiredException;
import org.junit.jupiter.api.Test;

class PrefetchTest {

    private static final long BEGIN = -TimeUnit.SECONDS.toNanos(3);

    private final Prefetch prefetch = new Prefetch(false);
    private long now = BEGIN;

    private void freed(int times, long nanosBetween) {
        for (int i = 0; i < times; i++) {
            now += nanosBetween;
            prefetch.freed(now);
        }
    }

    private static long micros(long micros) {
        return TimeUnit.MICROSECONDS.toNanos(micros);
    }

    @Test
    void is_what_lanes_start_in_two_milliseconds() {
        prefetch.limit(1_000);

        freed(2_001, micros(10));
        assertThat(prefetch.expected(now)).isBetween(199, 200);

        freed(1_000, micros(100));
        assertThat(prefetch.expected(now)).isBetween(19, 20);
    }

    @Test
    void is_never_more_than_its_limit() {
        prefetch.limit(50);
        freed(2_001, micros(10));
        assertThat(prefetch.expected(now)).isEqualTo(50);

        prefetch.limit(0);
        assertThat(prefetch.expected(now)).isZero();
    }

    @Test
    void is_nothing_for_lanes_that_take_long() {
        prefetch.limit(1_000);

        freed(100, micros(2_100));
        assertThat(prefetch.expected(now)).isZero();

        freed(100, micros(100_000));
        assertThat(prefetch.expected(now)).isZero();
    }

    @Test
    void is_nothing_at_first_and_when_no_lane_has_become_free_for_a_while() {
        prefetch.limit(1_000);
        assertThat(prefetch.expected(now)).isZero();
        freed(1, micros(10));
        assertThat(prefetch.expected(now)).isZero();

        freed(2_001, micros(10));
        assertThat(prefetch.expected(now + micros(20_000))).isPositive();
        assertThat(prefetch.expected(now + micros(20_001))).isZero();
    }

    @Test
    void is_nothing_when_thousands_of_lanes_end_together() {
        prefetch.limit(1_000);

        freed(1_900, micros(10));
        assertThat(prefetch.expected(now)).isZero();
        now += micros(10_000_000);
        freed(1_900, micros(10));
        assertThat(prefetch.expected(now)).isZero();
    }

    @Test
    void forgets_what_was_before_a_pause() {
        prefetch.limit(1_000);
        freed(2_001, micros(10));

        freed(1, micros(30_000));
        assertThat(prefetch.expected(now)).isZero();

        freed(201, micros(100));
        assertThat(prefetch.expected(now)).isBetween(19, 21);
    }

    private Delivery delivery(int maxRetry) {
        return new TaskDelivery(
                new Lease(TaskMessage.builder("email:welcome", "t", "default").maxRetry(maxRetry).build(), 1), 1,
                Clock.systemUTC(), null, null);
    }

    @Test
    void after_a_delivery_that_must_not_be_held_nothing_is_expected_for_a_second() {
        prefetch.limit(1_000);
        freed(2_001, micros(10));
        assertThat(prefetch.add(delivery(0), now)).isFalse();

        freed(9_999, micros(100));
        assertThat(prefetch.expected(now)).isZero();
        freed(1, micros(100));
        assertThat(prefetch.expected(now)).isBetween(19, 21);
    }

    @Test
    void a_task_whose_last_attempt_was_lost_with_its_server_is_not_held() {
        prefetch.limit(1);
        TaskMessage task = TaskMessage.builder("email:welcome", "t", "default").maxRetry(5).build();
        TaskMessage recovered = task.failed(LeaseExpiredException.MESSAGE, Instant.EPOCH, true);
        TaskMessage failed = recovered.failed("boom", Instant.EPOCH, true);

        assertThat(prefetch.add(new TaskDelivery(new Lease(recovered, 1), 1, Clock.systemUTC(), null, null), now))
                .isFalse();
        assertThat(prefetch.add(new TaskDelivery(new Lease(failed, 1), 1, Clock.systemUTC(), null, null), now))
                .isTrue();
    }

    @Test
    void deliveries_are_held_in_their_order_unless_prefetching_is_off() {
        assertThat(prefetch.add(delivery(1), now)).isFalse();
        prefetch.limit(1);
        Delivery first = delivery(1);
        Delivery second = delivery(1);

        assertThat(prefetch.add(first, now)).isTrue();
        assertThat(prefetch.add(second, now)).isTrue();

        assertThat(prefetch.size()).isEqualTo(2);
        assertThat(prefetch.next()).isSameAs(first);
        assertThat(prefetch.remove(delivery -> delivery == first)).isEmpty();
        assertThat(prefetch.remove(delivery -> delivery == second)).containsExactly(second);
        assertThat(prefetch.next()).isNull();
    }

    @Test
    void groups_are_held_but_none_is_fetched_ahead() {
        Prefetch groups = new Prefetch(true);
        groups.limit(1_000);

        assertThat(groups.add(delivery(0), now)).isTrue();

        assertThat(groups.wanted(3, now)).isEqualTo(2);
        assertThat(groups.wanted(0, now)).isZero();
    }

    @Test
    void nothing_is_wanted_while_more_than_half_of_what_is_expected_is_held() {
        prefetch.limit(10);
        freed(2_001, micros(10));
        for (int i = 0; i < 5; i++) {
            assertThat(prefetch.wanted(0, now)).isEqualTo(10 - i);
            prefetch.add(delivery(1), now);
        }
        assertThat(prefetch.wanted(0, now)).isEqualTo(5);
        prefetch.add(delivery(1), now);

        assertThat(prefetch.wanted(0, now)).isZero();
        assertThat(prefetch.wanted(1, now)).isEqualTo(5);
    }
}

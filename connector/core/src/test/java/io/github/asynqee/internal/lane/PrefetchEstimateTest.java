package io.github.asynqee.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

class PrefetchEstimateTest {

    private static final long BEGIN = -TimeUnit.SECONDS.toNanos(3);

    private final PrefetchEstimate estimate = new PrefetchEstimate();
    private long now = BEGIN;

    private void freed(int times, long nanosBetween) {
        for (int i = 0; i < times; i++) {
            now += nanosBetween;
            estimate.freed(now);
        }
    }

    private static long micros(long micros) {
        return TimeUnit.MICROSECONDS.toNanos(micros);
    }

    @Test
    void is_what_lanes_start_in_two_milliseconds() {
        estimate.limit(1_000);

        freed(2_001, micros(10));
        assertThat(estimate.tasks(now)).isBetween(199, 200);

        freed(1_000, micros(100));
        assertThat(estimate.tasks(now)).isBetween(19, 20);
    }

    @Test
    void is_never_more_than_its_limit() {
        estimate.limit(50);
        freed(2_001, micros(10));
        assertThat(estimate.tasks(now)).isEqualTo(50);

        estimate.limit(0);
        assertThat(estimate.tasks(now)).isZero();
    }

    @Test
    void is_nothing_for_lanes_that_take_long() {
        estimate.limit(1_000);

        freed(100, micros(2_100));
        assertThat(estimate.tasks(now)).isZero();

        freed(100, micros(100_000));
        assertThat(estimate.tasks(now)).isZero();
    }

    @Test
    void is_nothing_at_first_and_when_no_lane_has_become_free_for_a_while() {
        estimate.limit(1_000);
        assertThat(estimate.tasks(now)).isZero();
        freed(1, micros(10));
        assertThat(estimate.tasks(now)).isZero();

        freed(2_001, micros(10));
        assertThat(estimate.tasks(now + micros(20_000))).isPositive();
        assertThat(estimate.tasks(now + micros(20_001))).isZero();
    }

    @Test
    void is_nothing_when_thousands_of_lanes_end_together() {
        estimate.limit(1_000);

        freed(1_900, micros(10));
        assertThat(estimate.tasks(now)).isZero();
        now += micros(10_000_000);
        freed(1_900, micros(10));
        assertThat(estimate.tasks(now)).isZero();
    }

    @Test
    void forgets_what_was_before_a_pause() {
        estimate.limit(1_000);
        freed(2_001, micros(10));

        freed(1, micros(30_000));
        assertThat(estimate.tasks(now)).isZero();

        freed(201, micros(100));
        assertThat(estimate.tasks(now)).isBetween(19, 21);
    }

    @Test
    void a_suspension_lasts_a_second() {
        estimate.limit(1_000);
        freed(2_001, micros(10));
        estimate.suspend(now);

        freed(9_999, micros(100));
        assertThat(estimate.tasks(now)).isZero();
        freed(1, micros(100));
        assertThat(estimate.tasks(now)).isBetween(19, 21);
    }
}

package io.github.asynqee.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

class PrefetchEstimateTest {

    private static final long BEGIN = -TimeUnit.SECONDS.toNanos(3);

    private final PrefetchEstimate horizon = new PrefetchEstimate();
    private long now = BEGIN;

    private void freed(int times, long nanosBetween) {
        for (int i = 0; i < times; i++) {
            now += nanosBetween;
            horizon.freed(now);
        }
    }

    private static long micros(long micros) {
        return TimeUnit.MICROSECONDS.toNanos(micros);
    }

    @Test
    void is_what_lanes_start_in_two_milliseconds() {
        horizon.limit(1_000);

        freed(2_001, micros(10));
        assertThat(horizon.tasks(now)).isBetween(199, 200);

        freed(1_000, micros(100));
        assertThat(horizon.tasks(now)).isBetween(19, 20);
    }

    @Test
    void is_never_more_than_its_limit() {
        horizon.limit(50);
        freed(2_001, micros(10));
        assertThat(horizon.tasks(now)).isEqualTo(50);

        horizon.limit(0);
        assertThat(horizon.tasks(now)).isZero();
    }

    @Test
    void is_nothing_for_lanes_that_take_long() {
        horizon.limit(1_000);

        freed(100, micros(2_100));
        assertThat(horizon.tasks(now)).isZero();

        freed(100, micros(100_000));
        assertThat(horizon.tasks(now)).isZero();
    }

    @Test
    void is_nothing_at_first_and_when_no_lane_has_become_free_for_a_while() {
        horizon.limit(1_000);
        assertThat(horizon.tasks(now)).isZero();
        freed(1, micros(10));
        assertThat(horizon.tasks(now)).isZero();

        freed(2_001, micros(10));
        assertThat(horizon.tasks(now + micros(20_000))).isPositive();
        assertThat(horizon.tasks(now + micros(20_001))).isZero();
    }

    @Test
    void is_nothing_when_thousands_of_lanes_end_together() {
        horizon.limit(1_000);

        freed(1_900, micros(10));
        assertThat(horizon.tasks(now)).isZero();
        now += micros(10_000_000);
        freed(1_900, micros(10));
        assertThat(horizon.tasks(now)).isZero();
    }

    @Test
    void forgets_what_was_before_a_pause() {
        horizon.limit(1_000);
        freed(2_001, micros(10));

        freed(1, micros(30_000));
        assertThat(horizon.tasks(now)).isZero();

        freed(201, micros(100));
        assertThat(horizon.tasks(now)).isBetween(19, 21);
    }

    @Test
    void a_suspension_lasts_a_second() {
        horizon.limit(1_000);
        freed(2_001, micros(10));
        horizon.suspend(now);

        freed(9_999, micros(100));
        assertThat(horizon.tasks(now)).isZero();
        freed(1, micros(100));
        assertThat(horizon.tasks(now)).isBetween(19, 21);
    }
}

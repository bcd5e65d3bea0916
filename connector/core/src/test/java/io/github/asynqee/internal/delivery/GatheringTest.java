package io.github.asynqee.internal.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

/** When the writer of outcomes is woken, and how long it rests otherwise. */
class GatheringTest {

    private long now;
    private final Gathering gathering = new Gathering(() -> now);

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void an_outcome_after_a_pause_is_written_at_once() {
        assertThat(gathering.wakes(false)).isTrue();
        gathering.taken(1);
        pass(Gathering.LIMIT);
        assertThat(gathering.rest()).isZero();
        gathering.taken(0);

        assertThat(gathering.isOn()).isFalse();
        assertThat(gathering.wakes(false)).isTrue();
    }

    @Test
    void outcomes_that_follow_a_write_wait_for_others_for_5_ms() {
        gathering.wakes(false);
        gathering.taken(1);
        pass(Duration.ofMillis(2));

        assertThat(gathering.wakes(false)).isFalse();
        assertThat(gathering.rest()).isEqualTo(Duration.ofMillis(3));
        pass(Duration.ofMillis(3));
        assertThat(gathering.rest()).isZero();
    }

    @Test
    void an_urgent_outcome_does_not_wait_and_takes_the_others_with_it() {
        gathering.wakes(false);
        gathering.taken(1);
        gathering.wakes(false);

        assertThat(gathering.wakes(true)).isTrue();
        gathering.taken(2);
        assertThat(gathering.rest()).isEqualTo(Gathering.LIMIT);
    }

    @Test
    void many_outcomes_do_not_wait_until_they_are_taken() {
        gathering.wakes(false);
        gathering.taken(1);
        IntStream.range(1, Gathering.ENOUGH).forEach(i -> assertThat(gathering.wakes(false)).isFalse());

        assertThat(gathering.wakes(false)).isTrue();
        assertThat(gathering.rest()).isZero();
        gathering.taken(Gathering.ENOUGH);
        assertThat(gathering.wakes(false)).isFalse();
    }
}

package io.github.asynqee.internal.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailurePauseTest {

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final FailurePause pause = new FailurePause(nanos::get);

    @Test
    void there_is_no_pause_before_the_first_failure() {
        assertThat(pause.isOver()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({ "PT0.002S, PT0.02S", "PT0.3S, PT3S", "PT3S, PT5S", "PT10H, PT5S" })
    void the_pause_is_ten_times_as_long_as_the_attempt_and_at_most_five_seconds(Duration attempt, Duration expected) {
        long begin = nanos.getAndAdd(attempt.toNanos());

        pause.failed(begin);

        nanos.addAndGet(expected.toNanos() - 1);
        assertThat(pause.isOver()).isFalse();
        nanos.incrementAndGet();
        assertThat(pause.isOver()).isTrue();
    }
}

package io.github.asynqee.internal.outage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

class SilenceTest {

    private long now = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(2);
    private final Silence silence = new Silence(() -> now);

    private void pass(int millis) {
        now += Duration.ofMillis(millis).toNanos();
    }

    private void fail() {
        silence.begin().close();
    }

    private void succeed() {
        try (Silence.Call call = silence.begin()) {
            call.answered();
        }
    }

    @Test
    void a_redis_that_is_not_asked_owes_no_answer() {
        pass(60_000);
        assertThat(silence.isLong()).isFalse();

        succeed();
        pass(60_000);

        assertThat(silence.isLong()).isFalse();
    }

    @Test
    void a_call_without_an_answer_is_a_long_silence_after_a_while() {
        silence.begin();
        pass(1_499);
        assertThat(silence.isLong()).isFalse();

        pass(1);

        assertThat(silence.isLong()).isTrue();
    }

    @Test
    void an_answer_to_any_call_breaks_the_silence() {
        silence.begin();
        pass(1_400);
        succeed();
        pass(1_400);
        assertThat(silence.isLong()).isFalse();

        pass(100);

        assertThat(silence.isLong()).isTrue();
    }

    @Test
    void calls_that_end_without_an_answer_one_after_the_other_are_one_silence() {
        for (int i = 0; i < 3; i++) {
            fail();
            pass(500);
        }
        assertThat(silence.isLong()).isFalse();

        silence.begin();

        assertThat(silence.isLong()).isTrue();
    }

    @Test
    void a_failure_of_long_ago_says_nothing_of_the_next_call() {
        fail();
        pass(1_500);

        silence.begin();

        assertThat(silence.isLong()).isFalse();
    }

    @Test
    void a_redis_that_was_not_called_since_its_last_answer_is_not_silent() {
        long begin = now;
        pass(100);
        succeed();
        pass(60_000);
        assertThat(silence.isLongFrom(begin)).isFalse();

        fail();

        assertThat(silence.isLongFrom(begin)).isTrue();
    }

    @Test
    void a_redis_that_refuses_calls_at_once_is_silent_from_a_moment_on() {
        long begin = now;
        for (int i = 0; i < 15; i++) {
            fail();
            assertThat(silence.isLongFrom(begin)).isFalse();
            pass(100);
        }
        assertThat(silence.isLongFrom(begin)).isTrue();

        succeed();

        assertThat(silence.isLongFrom(begin)).isFalse();
        assertThat(silence.isLongFrom(begin - Duration.ofDays(1).toNanos())).isFalse();
    }
}

package io.github.asynqee.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CachedValueTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final ManualClock clock = ManualClock.startingAt(Instant.parse("2026-01-02T03:04:05Z"));
    private final AtomicInteger readings = new AtomicInteger();
    private final CountDownLatch hangs = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);
    private final CachedValue<Integer> aged = new CachedValue<>(clock, this::read);

    private int read() {
        int reading = readings.incrementAndGet();
        if (reading == 2) {
            hangs.countDown();
            try {
                assertThat(answers.await(20, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return reading;
    }

    @Test
    @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void the_last_value_is_there_while_a_reading_hangs_and_what_has_expired_meanwhile_is_read_again() throws Exception {
        assertThat(aged.get(LONG)).isEqualTo(1);
        clock.advance(LONG.plusSeconds(1));
        CompletableFuture<Integer> hanging = CompletableFuture.supplyAsync(() -> aged.get(LONG),
                task -> new Thread(task).start());
        assertThat(hangs.await(20, TimeUnit.SECONDS)).isTrue();

        CompletableFuture<Integer> meanwhile = CompletableFuture.supplyAsync(() -> {
            aged.expire();
            return aged.last();
        }, task -> new Thread(task).start());

        assertThat(meanwhile.get(5, TimeUnit.SECONDS)).isEqualTo(1);
        answers.countDown();
        assertThat(hanging.get(5, TimeUnit.SECONDS)).isEqualTo(2);
        assertThat(aged.get(LONG)).isEqualTo(3);
        assertThat(aged.get(LONG)).isEqualTo(3);
    }
}

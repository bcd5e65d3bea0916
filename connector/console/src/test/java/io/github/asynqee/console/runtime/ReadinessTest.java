package io.github.asynqee.console.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

class ReadinessTest {

    private final AtomicLong now = new AtomicLong(5);
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void asks_at_most_once_per_second() {
        Readiness readiness = new Readiness(() -> asked.incrementAndGet() == 1, now::get);

        assertThat(readiness.isReady()).isTrue();
        now.addAndGet(SECONDS.toNanos(1) - 1);
        assertThat(readiness.isReady()).isTrue();
        now.addAndGet(1);
        assertThat(readiness.isReady()).isFalse();
        assertThat(asked).hasValue(2);
    }

    @Test
    void does_not_wait_while_another_caller_asks() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        Readiness readiness = new Readiness(() -> {
            begun.countDown();
            return await(answer);
        }, now::get);
        CompletableFuture<Boolean> first = CompletableFuture.supplyAsync(readiness::isReady);
        assertThat(await(begun)).isTrue();

        assertThat(readiness.isReady()).isFalse();

        answer.countDown();
        assertThat(first.get(10, SECONDS)).isTrue();
        assertThat(readiness.isReady()).isTrue();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(10, SECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }
}

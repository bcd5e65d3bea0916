package io.github.asynqee.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.broker.BrokerException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PeriodicThreadTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void the_work_is_done_at_once_and_again_whatever_it_throws() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch five = new CountDownLatch(5);
        PeriodicThread thread = PeriodicThread.start("test", Duration.ofMillis(1), Thread::new, () -> {
            five.countDown();
            if (runs.incrementAndGet() % 2 == 0) {
                throw new BrokerException("Redis is away", null);
            }
            throw new IllegalStateException("defect");
        });

        assertThat(five.await(20, TimeUnit.SECONDS)).isTrue();
        thread.stop();
        thread.join(LIMIT);
    }

    @Test
    void a_stop_waits_for_the_run_under_way_and_ends_the_rest_at_once() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger runs = new AtomicInteger();
        PeriodicThread thread = PeriodicThread.start("test", Duration.ofDays(1), Thread::new, () -> {
            running.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            runs.incrementAndGet();
        });
        running.await();

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(() -> {
            thread.stop();
            thread.join(LIMIT);
        });
        assertThat(stopped).isNotDone();
        release.countDown();

        stopped.get(20, TimeUnit.SECONDS);
        assertThat(runs).hasValue(1);
    }
}

package io.github.asynqee.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class StopTimeTest {

    private static final Duration LONG = Duration.ofHours(1);

    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void stop() {
        end.countDown();
    }

    private Thread running() {
        Thread thread = new Thread(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private static Duration duration(Runnable work) {
        long begin = System.nanoTime();
        work.run();
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    @Test
    void several_threads_are_waited_for_as_long_as_one() {
        StopTime time = StopTime.of(Duration.ofMillis(500));
        List<Thread> threads = Stream.generate(this::running).limit(10).toList();

        Duration waited = duration(() -> threads.forEach(thread -> assertThat(time.join(thread)).isFalse()));

        assertThat(waited).isBetween(Duration.ofMillis(400), Duration.ofSeconds(3));
    }

    @Test
    void a_part_of_the_time_is_no_longer_than_what_is_left() {
        Thread thread = running();

        assertThat(duration(() -> StopTime.of(LONG).atMost(Duration.ofMillis(50)).join(thread)))
                .isLessThan(Duration.ofSeconds(5));
        assertThat(duration(() -> StopTime.of(Duration.ofMillis(50)).atMost(LONG).join(thread)))
                .isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void a_thread_that_ends_is_not_waited_for_any_longer() {
        Thread thread = running();
        end.countDown();

        assertThat(StopTime.of(LONG).join(thread)).isTrue();
    }

    @Test
    void no_thread_is_waited_for_when_that_is_useless() {
        assertThat(StopTime.of(LONG).unless(() -> true).join(running())).isFalse();
    }

    @Test
    void a_part_with_a_limit_of_its_own_leaves_the_time_as_it_is() {
        StopTime time = StopTime.of(Duration.ofMillis(100));
        StopTime same = time.unless(() -> false);
        Thread thread = running();

        time.exclude(() -> assertThat(StopTime.of(Duration.ofSeconds(1)).join(thread)).isFalse());

        assertThat(duration(() -> same.join(thread))).isGreaterThan(Duration.ofMillis(50));
    }
}

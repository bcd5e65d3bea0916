package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;

import io.github.asynqee.Task;
import org.junit.jupiter.api.Test;

class AttemptDeadlineTest extends WorkerTest {

    private static final Task<String> TASK = Task.of("email:welcome", "{}").id("t1").maxRetry(3);

    @Test
    void a_task_whose_deadline_has_passed_is_not_run() {
        channel("default", 1, delivery -> {});
        client.enqueue(TASK.deadline(Instant.now().minusSeconds(1)));

        start();
        await().untilAsserted(() -> assertThat(state("t1")).isEqualTo("retry"));

        assertThat(handled).isEmpty();
        assertThat(stored("t1").errorMessage()).isEqualTo("context deadline exceeded");
        assertThat(stored("t1").retried()).isEqualTo(1);
        assertThat(count(DEFAULT.failed())).isEqualTo(1);
        awaitIdle();
        enqueue("next");
        await().untilAsserted(() -> assertThat(handled).containsExactly("next"));
    }

    @Test
    void a_handler_that_takes_too_long_is_interrupted_and_the_task_fails() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        channel("default", 1, delivery -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                assertThat(delivery.isCancelled()).isTrue();
                interrupted.countDown();
                throw e;
            }
        });
        client.enqueue(TASK.timeout(Duration.ofSeconds(1)));

        start();
        awaitSignal(interrupted);
        awaitIdle();

        assertThat(state("t1")).isEqualTo("retry");
        assertThat(stored("t1").errorMessage()).isEqualTo("context deadline exceeded");
    }

    @Test
    void the_outcome_of_a_late_handler_is_ignored_and_its_lane_goes_on() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        channel("default", 1, delivery -> {
            boolean interrupted = false;
            while (failed.getCount() > 0) {
                try {
                    failed.await();
                } catch (InterruptedException e) {
                    // as deaf as a handler can be
                    interrupted = true;
                }
            }
            assertThat(interrupted || delivery.message().id().equals("next")).isTrue();
        });
        client.enqueue(TASK.timeout(Duration.ofSeconds(1)).retention(Duration.ofHours(1)));
        start();
        await().untilAsserted(() -> assertThat(state("t1")).isEqualTo("retry"));
        enqueue("next");

        failed.countDown();

        awaitHandled("t1", "next");
        awaitIdle();
        assertThat(state("t1")).isEqualTo("retry");
        assertThat(stored("t1").retried()).isEqualTo(1);
        assertThat(count(DEFAULT.processed())).isEqualTo(2);
        assertThat(count(DEFAULT.failed())).isEqualTo(1);
    }

    @Test
    void an_interrupt_never_reaches_the_next_task() throws Exception {
        CountDownLatch timedOut = new CountDownLatch(1);
        channel("default", 1, delivery -> {
            if (delivery.message().id().equals("t1")) {
                while (!delivery.isCancelled()) {
                    Thread.onSpinWait();
                }
                timedOut.countDown();
            } else {
                assertThat(Thread.currentThread().isInterrupted()).isFalse();
            }
        });
        client.enqueue(TASK.timeout(Duration.ofSeconds(1)));
        enqueue("next");

        start();
        awaitSignal(timedOut);
        awaitIdle();

        assertThat(redis.exists(DEFAULT.task("next"))).isFalse();
        assertThat(state("t1")).isEqualTo("retry");
    }
}

package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.github.asynqee.Checkpoint;
import io.github.asynqee.PayloadDecoder;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.RetryAfterException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskSuspendedException;
import io.github.asynqee.internal.delivery.TaskCheckpoint;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.metrics.Bean;
import io.github.asynqee.internal.metrics.NodeMetric;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** The metrics of attempts that a channel counts besides outcomes. */
class AttemptMetricsTest extends GroupTest {

    private static final FailurePolicy AT_ONCE = FailurePolicy.of(RetryDelay.fixed(Duration.ZERO));

    /** Shorter than a lease, which is extended by the clock of the machine. */
    private static final Duration SLICE = Duration.ofSeconds(20);

    private long count(NodeMetric metric) {
        return broker.metrics().sources().stream().filter(source -> source.bean() == Bean.CHANNEL)
                .mapToLong(source -> source.value(metric)).sum();
    }

    private static Checkpoint<String> checkpoint(TaskDelivery delivery, Duration maxSlice) {
        return new TaskCheckpoint<>(delivery,
                new TaskCheckpoint.Coding(String.class, PayloadEncoder.bytesAndText(), PayloadDecoder.bytesAndText()),
                maxSlice);
    }

    private static int next(Checkpoint<String> at) {
        return at.value() == null ? 0 : Integer.parseInt(at.value()) + 1;
    }

    @Test
    void slices_of_a_long_task_and_the_checkpoints_that_were_written() throws InterruptedException {
        channel(Map.of("default", 1), "", 1, AT_ONCE, delivery -> {
            Checkpoint<String> at = checkpoint(delivery, SLICE);
            at.forEach(IntStream.range(next(at), 6).boxed(), String::valueOf,
                    row -> clock.advance(Duration.ofSeconds(7)));
        });
        enqueue("t1");
        start();
        awaitHandled("t1", "t1", "t1");
        awaitNothingHeld();

        assertThat(count(NodeMetric.CHECKPOINTS)).as("each row takes longer than two seconds").isEqualTo(6);
        assertThat(count(NodeMetric.SLICED)).isEqualTo(2);
        assertThat(count(NodeMetric.RESUMED)).isEqualTo(2);
        assertThat(count(NodeMetric.SUSPENDED)).isZero();
    }

    @Test
    void a_handler_that_hides_that_it_was_suspended_counts_once() throws InterruptedException {
        channel(Map.of("default", 1), "", 1, AT_ONCE, delivery -> {
            Checkpoint<String> at = checkpoint(delivery, SLICE);
            if (at.value() == null) {
                clock.advance(SLICE);
                for (int i = 0; i < 3; i++) {
                    try {
                        at.save("7");
                    } catch (TaskSuspendedException e) {
                        continue;
                    }
                }
            }
        });
        enqueue("t1");
        start();
        awaitHandled("t1", "t1");
        awaitNothingHeld();

        assertThat(count(NodeMetric.SLICED)).isEqualTo(1);
    }

    @Test
    void a_long_task_that_a_stopping_server_requeues() {
        AtomicInteger rows = new AtomicInteger();
        channel(Map.of("default", 1), "", 1, AT_ONCE, delivery -> {
            Checkpoint<String> at = checkpoint(delivery, null);
            while (true) {
                LockSupport.parkNanos(1_000_000);
                at.save("" + rows.incrementAndGet());
            }
        });
        enqueue("t1");
        start();
        await().until(() -> rows.get() > 3);
        var ofChannel = broker.metrics().sources().stream().filter(source -> source.bean() == Bean.CHANNEL).findFirst()
                .orElseThrow();
        worker.shutdown(Duration.ofSeconds(5));

        assertThat(ofChannel.value(NodeMetric.SUSPENDED)).isEqualTo(1);
        assertThat(ofChannel.value(NodeMetric.SLICED)).isZero();
        assertThat(ofChannel.value(NodeMetric.CHECKPOINTS)).isPositive();
    }

    @Test
    void an_attempt_without_a_checkpoint_of_an_earlier_one_resumes_nothing() throws InterruptedException {
        channel(Map.of("default", 1), "", 1, AT_ONCE, delivery -> checkpoint(delivery, null).value());
        enqueue("t1");
        start();
        awaitHandled("t1");
        awaitNothingHeld();

        assertThat(count(NodeMetric.RESUMED)).isZero();
        assertThat(count(NodeMetric.CHECKPOINTS)).isZero();
    }

    @Test
    void what_was_asked_to_come_later_and_what_was_given_up() throws InterruptedException {
        channel("default", 1, delivery -> {
            switch (delivery.message().type()) {
                case "later" -> throw new IllegalStateException(new RetryAfterException(Duration.ofHours(1)));
                case "hopeless" -> throw new SkipRetryException("hopeless");
                default -> throw new IllegalStateException("failed");
            }
        });
        client.enqueue(Task.of("later", "{}").id("a"));
        client.enqueue(Task.of("hopeless", "{}").id("b"));
        client.enqueue(Task.of("late", "{}").id("c").retryUntil(T0.plusSeconds(60)));
        client.enqueue(Task.of("fails", "{}").id("d"));
        client.enqueue(Task.of("fails", "{}").id("e").maxRetry(0));
        start();
        awaitHandled("a", "b", "c", "d", "e");
        awaitNothingHeld();

        assertThat(count(NodeMetric.RETRY_AFTER)).isEqualTo(1);
        assertThat(count(NodeMetric.GIVEN_UP)).as("not of the task that has no retries left").isEqualTo(2);
    }

    @Test
    void a_task_that_another_worker_has_is_not_given_up() throws InterruptedException {
        config.heartbeatInterval(Duration.ofSeconds(10));
        channel("default", 1, delivery -> {
            if (delivery.message().id().equals("a")) {
                redis.zadd(DEFAULT.lease(), 2_000_009_999d, "a");
            }
            throw new SkipRetryException("hopeless");
        });
        enqueue("a");
        enqueue("b");
        start();
        awaitHandled("a", "b");
        awaitNothingHeld();

        assertThat(count(NodeMetric.GIVEN_UP)).as("b").isEqualTo(1);
    }

    @Test
    void members_of_a_group_count_each() throws InterruptedException {
        CountDownLatch failed = new CountDownLatch(1);
        aggregate("", 1, group -> {
            failed.countDown();
            throw new SkipRetryException("hopeless");
        });
        join("a", "b", "c");
        start();
        awaitSignal(failed);
        awaitNothingHeld();

        assertThat(count(NodeMetric.GIVEN_UP)).isEqualTo(3);
    }
}

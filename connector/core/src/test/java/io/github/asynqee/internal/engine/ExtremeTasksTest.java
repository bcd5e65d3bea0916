package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Tasks with times outside the range that can be represented. */
class ExtremeTasksTest extends WorkerTest {

    private static final Duration FOREVER = ChronoUnit.FOREVER.getDuration();

    @Test
    void a_timeout_without_end_is_no_limit() throws Exception {
        channel("default", 1, delivery -> {
            boolean endless = delivery.message().id().equals("endless");
            assertThat(delivery.deadline().equals(Instant.MAX)).isEqualTo(endless);
        });
        client.enqueue(Task.of("email:welcome", "{}").id("endless").timeout(FOREVER));
        enqueue("next");

        start();

        awaitHandled("endless", "next");
        awaitIdle();
        assertThat(redis.exists(DEFAULT.retry(), DEFAULT.archived())).isZero();
    }

    @Test
    void a_deadline_beyond_all_times_is_no_limit() throws Exception {
        channel("default", 1, delivery -> {});
        TaskMessage message = TaskMessage.builder("email:welcome", "endless", "default").deadline(Instant.MAX).build();
        redis.hset(DEFAULT.task("endless").getBytes(), "msg".getBytes(), message.toBytes());
        redis.lpush(DEFAULT.pending(), "endless");

        start();

        awaitHandled("endless");
        awaitIdle();
    }

    @Test
    void a_retry_delay_without_end_is_long() throws Exception {
        channel(Map.of("default", 1), "", 1, FailurePolicy.of(RetryDelay.fixed(FOREVER)), delivery -> {
            throw new IllegalStateException("fails");
        });
        enqueue("t1");

        start();

        await().untilAsserted(() -> assertThat(redis.zscore(DEFAULT.retry(), "t1")).isGreaterThan(4.9e9));
    }

    @Test
    void a_delay_that_cannot_be_expressed_is_refused_for_that_task_alone() {
        Task<String> endless = Task.of("email:welcome", "{}").processIn(FOREVER);

        Assertions.assertThatThrownBy(() -> client.enqueue(endless)).isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("out of range");
        assertThat(client.enqueueAll(java.util.List.of(endless, Task.of("email:welcome", "{}"))))
                .extracting(result -> result.isStored()).containsExactly(false, true);
        assertThat(client.enqueueAsync(endless).toCompletableFuture()).isCompletedExceptionally();
    }

    @Test
    void a_task_that_is_pending_since_before_all_times_runs_and_the_next_one_too() throws Exception {
        channel("default", 1, delivery -> {});
        enqueue("ancient");
        redis.hset(DEFAULT.task("ancient"), "pending_since", String.valueOf(Long.MIN_VALUE));
        enqueue("next");

        start();

        awaitHandled("ancient", "next");
        awaitIdle();
    }
}

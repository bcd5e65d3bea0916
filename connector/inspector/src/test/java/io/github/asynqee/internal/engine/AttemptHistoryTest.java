package io.github.asynqee.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.github.asynqee.Task;
import io.github.asynqee.TaskAttempt;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.statistics.QueueStatistics;
import io.github.asynqee.statistics.StatisticsRange;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What whole workers record of attempts, and in the statistics. */
class AttemptHistoryTest extends WorkerTest {

    private static final Task<String> TASK = Task.of("email:welcome", "{}").id("t1").maxRetry(3);
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final TaskHandler FAILING = delivery -> {
        Thread.sleep(20);
        throw new Exception("attempt " + delivery.message().retried());
    };

    private Inspector inspector() {
        return new RedisInspector(broker, ((RedisBroker) broker).executor(), () -> {});
    }

    private List<TaskAttempt> attempts() {
        return inspector().tasks().attempts("default", "t1");
    }

    private void handledBy(TaskHandler handler) {
        channel(Map.of("default", 1), "", 1, FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)), handler);
    }

    @Test
    void a_task_that_is_archived_has_all_its_attempts() {
        config.delayedTaskCheckInterval(Duration.ofMillis(20));
        handledBy(FAILING);
        client.enqueue(TASK.maxRetry(2).header("traceparent", "00-" + TRACE + "-b7ad6b7169203331-01"));
        start();
        await().untilAsserted(() -> assertThat(state("t1")).isEqualTo("archived"));

        assertThat(attempts()).extracting(TaskAttempt::number).containsExactly(1, 2, 3);
        assertThat(attempts()).allSatisfy(attempt -> {
            assertThat(attempt.outcome()).isEqualTo(TaskAttempt.Outcome.FAILED);
            assertThat(attempt.error()).isEqualTo("attempt " + (attempt.number() - 1));
            assertThat(attempt.duration()).isBetween(Duration.ofMillis(19), Duration.ofSeconds(20));
            assertThat(attempt.server()).contains(":" + ProcessHandle.current().pid() + ":");
            assertThat(attempt.traceId()).isEqualTo(TRACE);
        });
    }

    @Test
    void success_is_recorded_with_a_task_that_is_kept() {
        handledBy(delivery -> {});
        client.enqueue(TASK.retention(Duration.ofHours(1)));
        start();
        await().untilAsserted(() -> assertThat(state("t1")).isEqualTo("completed"));

        assertThat(attempts()).singleElement().satisfies(attempt -> {
            assertThat(attempt.outcome()).isEqualTo(TaskAttempt.Outcome.COMPLETED);
            assertThat(attempt.error()).isNull();
        });
    }

    @Test
    void a_shutdown_is_recorded() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        handledBy(delivery -> {
            running.countDown();
            new CountDownLatch(1).await();
        });
        client.enqueue(TASK);
        start();
        running.await();

        worker.shutdown(Duration.ZERO);

        assertThat(state("t1")).isEqualTo("pending");
        assertThat(attempts()).extracting(TaskAttempt::outcome).containsExactly(TaskAttempt.Outcome.REQUEUED);
    }

    @Test
    void the_attempt_of_a_server_that_died_is_recorded_by_the_recoverer() {
        client.enqueue(TASK);
        Lease lease = broker.workerCommands().dequeue("default", 1).leases().get(0);
        long expired = System.currentTimeMillis() / 1000 - 100;
        redis.zadd(DEFAULT.lease(), expired, lease.id());
        handledBy(FAILING);
        start();
        await().untilAsserted(() -> assertThat(attempts()).isNotEmpty());

        assertThat(attempts().get(0)).satisfies(attempt -> {
            assertThat(attempt.outcome()).isEqualTo(TaskAttempt.Outcome.LEASE_EXPIRED);
            assertThat(attempt.endedAt().getEpochSecond()).isEqualTo(expired - 30);
            assertThat(attempt.startedAt()).isNull();
            assertThat(attempt.number()).isEqualTo(1);
        });
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_task_that_says_that_it_has_run_billions_of_times_is_read_at_once() {
        client.enqueue(TASK);
        redis.hset(DEFAULT.task("t1").getBytes(UTF_8), "msg".getBytes(UTF_8),
                TaskMessage.builder("a", "t1", "default").retried(Integer.MAX_VALUE).build().toBytes());

        assertThat(attempts()).singleElement()
                .satisfies(gap -> assertThat(gap.count()).isEqualTo(Integer.MAX_VALUE));
    }

    @Test
    void nothing_is_recorded_if_it_is_switched_off() {
        config.attemptHistory(0).statistics(false);
        handledBy(FAILING);
        client.enqueue(TASK.maxRetry(0));
        start();
        await().untilAsserted(() -> assertThat(state("t1")).isEqualTo("archived"));
        worker.shutdown(Duration.ZERO);

        assertThat(redis.hexists(DEFAULT.task("t1"), AttemptRecord.FIELD)).isFalse();
        assertThat(redis.keys("*:stats:*")).isEmpty();
    }

    @Test
    void statistics_are_written_at_the_latest_at_the_shutdown() {
        handledBy(delivery -> {
            if (delivery.message().id().equals("t1")) {
                throw new Exception("boom");
            }
        });
        client.enqueue(TASK.maxRetry(0));
        enqueue("t2");
        start();
        await().untilAsserted(() -> assertThat(count(DEFAULT.processed())).isEqualTo(2));
        worker.shutdown(Duration.ofSeconds(5));

        QueueStatistics read = inspector().queues().statistics("default", StatisticsRange.DAY);
        assertThat(read.types()).singleElement().satisfies(type -> {
            assertThat(type.type()).isEqualTo("email:welcome");
            assertThat(type.total().processed()).isEqualTo(2);
            assertThat(type.total().failed()).isEqualTo(1);
            assertThat(type.total().running().count()).isEqualTo(2);
            assertThat(type.total().waiting().count()).isEqualTo(2);
        });
        assertThat(read.recorded()).isEqualTo(2);
        assertThat(read.counted()).isEqualTo(2);
    }
}

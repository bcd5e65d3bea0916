package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.NotAFailureException;
import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.vectors.Vectors;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

class HandlerOutcomesTest extends WorkerTest {

    private static final Task<String> TASK = Task.of("email:welcome", "{}").id("t1").maxRetry(3);

    /** The handler for each recorded outcome. Separate tests cover the other outcomes. */
    private static final Map<String, TaskHandler> HANDLERS = Map.of("handler returns nil, retention 0", delivery -> {},
            "handler returns nil, retention > 0", delivery -> {}, "error, retried < retry", delivery -> {
                throw new Exception("the error's text");
            }, "error, retried >= retry", delivery -> {
                throw new Exception("the error's text");
            }, "error for which IsFailure is false, retried < retry", delivery -> {
                throw new NotAFailureException("busy");
            }, "error wrapping SkipRetry ('skip retry for the task')", delivery -> {
                throw new Exception("wrapping", new SkipRetryException());
            }, "error wrapping RevokeTask ('revoke task')", delivery -> {
                throw new Exception("wrapping", new RevokeTaskException());
            }, "panic", delivery -> {
                throw new StackOverflowError("panic");
            });

    static Stream<Named<JsonNode>> recorded() {
        return Vectors.all("handler_outcomes").filter(vector -> HANDLERS.containsKey(vector.get("outcome").asText()))
                .map(vector -> Named.of(vector.get("outcome").asText(), vector));
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void a_task_ends_as_recorded(JsonNode vector) throws Exception {
        String outcome = vector.get("outcome").asText();
        channel("default", 1, HANDLERS.get(outcome));
        client.enqueue(TASK.retention(outcome.contains("> 0") ? Duration.ofHours(1) : Duration.ZERO)
                .maxRetry(outcome.contains(">= retry") ? 0 : 3));

        start();
        awaitIdle();

        assertThat(count(DEFAULT.processed())).isEqualTo(vector.get("processed").asLong());
        assertThat(count(DEFAULT.failed())).isEqualTo(vector.get("failed").asLong());
        switch (vector.get("task").asText()) {
            case "deleted" -> assertThat(redis.exists(DEFAULT.task("t1"))).isFalse();
            case "completed" -> assertThat(state("t1")).isEqualTo("completed");
            case "archived" -> assertThat(state("t1")).isEqualTo("archived");
            default -> assertThat(state("t1")).isEqualTo("retry");
        }
        if (vector.has("error_msg") && outcome.startsWith("error")) {
            assertThat(stored("t1").errorMessage()).isEqualTo(vector.get("error_msg").asText());
        }
        if (vector.has("retried_changes")) {
            assertThat(stored("t1").retried()).isZero();
        }
    }

    @Test
    void a_failed_task_runs_again_after_the_policys_delay() throws Exception {
        channel("default", 1, delivery -> {
            throw new Exception("boom");
        });
        enqueue("t1");
        start();
        awaitIdle();

        double now = System.currentTimeMillis() / 1000.0;
        assertThat(redis.zscore(DEFAULT.retry(), "t1")).isBetween(now + 3_580, now + 3_600);
        assertThat(stored("t1").retried()).isEqualTo(1);
        assertThat(stored("t1").lastFailedAt()).isNotNull();
    }

    @Test
    void a_failing_task_is_tried_until_its_retries_are_used_up() throws Exception {
        config.delayedTaskCheckInterval(Duration.ofMillis(20));
        channel(Map.of("default", 1), "", 2, FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)), delivery -> {
            throw new Exception("attempt " + delivery.message().retried());
        });
        client.enqueue(TASK.maxRetry(2));

        start();
        await().untilAsserted(() -> assertThat(state("t1")).isEqualTo("archived"));

        awaitHandled("t1", "t1", "t1");
        assertThat(stored("t1").retried()).isEqualTo(2);
        assertThat(stored("t1").errorMessage()).isEqualTo("attempt 2");
        assertThat(count(DEFAULT.failed())).isEqualTo(3);
    }

    @Test
    void a_lane_survives_anything_its_handler_throws() throws Exception {
        channel("default", 1, delivery -> {
            switch (delivery.message().id()) {
                case "error" -> throw new OutOfMemoryError("not really");
                case "interrupt" -> Thread.currentThread().interrupt();
                case "checked" -> throw new IOException();
                default -> {
                }
            }
        });
        start();
        for (String id : List.of("error", "interrupt", "checked", "good")) {
            enqueue(id);
        }

        awaitHandled("error", "interrupt", "checked", "good");
        awaitIdle();
        assertThat(redis.zrange(DEFAULT.retry(), 0, -1)).containsExactlyInAnyOrder("error", "checked");
    }

    @Test
    void an_interrupt_that_a_handler_leaves_does_not_reach_the_next_task() throws Exception {
        List<String> interrupted = new CopyOnWriteArrayList<>();
        channel("default", 1, delivery -> {
            if (Thread.currentThread().isInterrupted()) {
                interrupted.add(delivery.message().id());
            }
            Thread.currentThread().interrupt();
        });
        String[] ids = IntStream.range(0, 100).mapToObj(i -> "t" + i).toArray(String[]::new);
        for (String id : ids) {
            enqueue(id);
        }

        start();
        awaitHandled(ids);
        awaitIdle();

        assertThat(interrupted).isEmpty();
    }

    @Test
    void a_result_is_kept_with_the_completed_task() {
        channel("default", 1, delivery -> assertThat(delivery.writeResult("fine".getBytes())).isTrue());
        client.enqueue(TASK.retention(Duration.ofHours(1)));

        start();
        awaitIdle();

        assertThat(redis.hget(DEFAULT.task("t1"), "result")).isEqualTo("fine");
        assertThat(stored("t1").completedAt()).isNotNull();
    }

    @Test
    void the_first_outcome_counts() throws Exception {
        CompletableFuture<Void> firstWritten = new CompletableFuture<>();
        channel("default", 1, delivery -> {
            delivery.fail(new SkipRetryException("first"));
            delivery.succeed().thenAccept(firstWritten::complete);
        });
        enqueue("t1");

        start();
        firstWritten.get(20, TimeUnit.SECONDS);

        assertThat(state("t1")).isEqualTo("archived");
        assertThat(stored("t1").errorMessage()).isEqualTo("first");
        awaitIdle();
        assertThat(count(DEFAULT.processed())).isEqualTo(1);
    }

    @Test
    void the_promise_of_an_acknowledgement_is_kept_when_redis_has_it() throws Exception {
        CountDownLatch deleted = new CountDownLatch(1);
        channel("default", 1, delivery -> delivery.succeed().thenRun(() -> {
            try (Jedis own = TestRedis.SINGLE.connect()) {
                if (!own.exists(DEFAULT.task("t1"))) {
                    deleted.countDown();
                }
            }
        }));
        enqueue("t1");

        start();

        awaitSignal(deleted);
    }
}

package io.github.asynqee.internal.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.CallException;
import io.github.asynqee.CallTimeoutException;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueOverflowException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskFailedException;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** Callers that wait for the results of tasks. */
class CallTest extends WorkerTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private static Task<String> task(String id) {
        return Task.of("t", "{}").id(id);
    }

    private CompletableFuture<String> call(Task<?> task, Duration timeout) {
        return client.call(task, String.class, timeout).toCompletableFuture();
    }

    private static String get(CompletableFuture<String> result) throws Exception {
        return result.get(20, TimeUnit.SECONDS);
    }

    private void echoes() {
        channel("default", 4,
                delivery -> delivery.writeResult(("result of " + delivery.message().id()).getBytes(UTF_8)));
    }

    @Test
    void the_caller_gets_what_the_handler_has_written_and_nothing_is_left() throws Exception {
        echoes();
        start();

        assertThat(get(call(task("one"), LONG))).isEqualTo("result of one");
        assertThat(get(call(Task.of("t", "{}"), LONG))).startsWith("result of ");
        assertThat(client.call(task("bytes"), byte[].class, LONG).toCompletableFuture().get(20, TimeUnit.SECONDS))
                .isEqualTo("result of bytes".getBytes(UTF_8));
        assertThat(client.call(task("void"), Void.class, LONG).toCompletableFuture().get(20, TimeUnit.SECONDS))
                .isNull();
        await("the tasks are deleted").until(() -> redis.keys("asynq:{default}:t:*").isEmpty());
        assertThat(redis.zcard(DEFAULT.completed())).isZero();
    }

    @Test
    void a_retention_of_the_task_is_kept() throws Exception {
        echoes();
        start();

        get(call(task("one").retention(Duration.ofHours(1)), LONG));
        get(call(task("two"), LONG));

        await().until(() -> !redis.exists(DEFAULT.task("two")));
        assertThat(state("one")).isEqualTo("completed");
    }

    @Test
    void a_handler_that_writes_nothing_has_no_result() throws Exception {
        channel("default", 1, delivery -> {});
        start();

        assertThat(get(call(task("one"), LONG))).isNull();
    }

    @Test
    void the_caller_waits_while_the_task_is_retried() throws Exception {
        channel(Map.of("default", 1), "", 1, FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1))), delivery -> {
            if (delivery.message().retried() == 0) {
                throw new IllegalStateException("not yet");
            }
            delivery.writeResult("second".getBytes(UTF_8));
        });
        start();

        assertThat(get(call(task("one"), LONG))).isEqualTo("second");
    }

    @Test
    void the_error_of_a_task_that_failed_permanently_is_the_callers() {
        channel("default", 1, delivery -> {
            throw delivery.message().id().equals("revoked") ? new RevokeTaskException("unsubscribed")
                    : new SkipRetryException("no such invoice");
        });
        start();

        assertThatThrownBy(() -> get(call(task("fails"), LONG)))
                .hasCauseInstanceOf(TaskFailedException.class).cause()
                .hasMessageContaining("task fails of type \"t\" in queue \"default\" failed permanently: ")
                .satisfies(e -> assertThat(((TaskFailedException) e).error()).contains("no such invoice"));
        assertThat(state("fails")).isEqualTo("archived");
        assertThatThrownBy(() -> get(call(task("revoked"), LONG))).cause()
                .isInstanceOf(TaskFailedException.class).hasMessageContaining("was deleted before its result was read");
    }

    @Test
    void a_result_that_cannot_be_decoded_fails_its_call_only() throws Exception {
        echoes();
        start();

        assertThatThrownBy(() -> client.call(task("one"), Integer.class, LONG).toCompletableFuture().get())
                .cause().isInstanceOf(CallException.class)
                .hasMessageContaining("succeeded, but its result cannot be decoded: the type must be byte[] or String");
        assertThat(get(call(task("two"), LONG))).isEqualTo("result of two");
    }

    @Test
    void the_time_out_is_the_deadline_and_deletes_a_task_that_has_not_begun() throws Exception {
        Instant before = Instant.now();
        CompletableFuture<String> pending = call(task("pending"), Duration.ofMillis(1_500));
        CompletableFuture<String> scheduled = call(task("scheduled").processIn(Duration.ofSeconds(1)),
                Duration.ofMillis(1_500));
        await().until(() -> redis.exists(DEFAULT.task("scheduled")) && redis.exists(DEFAULT.task("pending")));
        assertThat(stored("pending").timeout()).isEqualTo(Duration.ZERO);
        assertThat(stored("pending").deadline()).isBetween(before.plusMillis(1_400), before.plusSeconds(4));

        assertThatThrownBy(() -> get(pending)).hasCauseInstanceOf(CallTimeoutException.class)
                .hasMessageContaining("has not ended within the time-out");
        assertThatThrownBy(() -> get(scheduled)).hasCauseInstanceOf(CallTimeoutException.class);
        await().until(() -> redis.keys("asynq:{default}:t:*").isEmpty());
        assertThat(redis.exists(DEFAULT.pending(), DEFAULT.scheduled())).isZero();
    }

    @Test
    @SomeDays(oneIn = 3)
    void a_task_that_runs_when_its_caller_leaves_ends_at_its_deadline_and_is_not_retried() throws Exception {
        CountDownLatch interrupted = new CountDownLatch(1);
        channel(Map.of("default", 1), "", 1, FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))), delivery -> {
            try {
                TimeUnit.MINUTES.sleep(1);
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        });
        start();

        CompletableFuture<String> result = call(task("one"), Duration.ofSeconds(4));
        await().until(() -> "active".equals(state("one")));
        assertThatThrownBy(() -> get(result)).hasCauseInstanceOf(CallTimeoutException.class);
        awaitSignal(interrupted);
        await("it is deleted").until(() -> !redis.exists(DEFAULT.task("one")));
        assertThat(redis.exists(DEFAULT.retry())).isFalse();
    }

    @Test
    void a_cancelled_stage_deletes_a_task_that_has_not_begun_and_releases_its_lock() {
        CompletableFuture<String> result = call(Task.of("t", "{}").unique(Duration.ofHours(1)), LONG);
        await().until(() -> redis.llen(DEFAULT.pending()) == 1);

        result.cancel(false);

        await().until(() -> redis.keys("asynq:{default}:*").isEmpty());
        assertThat(client.enqueue(Task.of("t", "{}").unique(Duration.ofHours(1))).id()).isNotBlank();
    }

    @Test
    void another_task_with_the_same_id_is_never_deleted() throws Exception {
        CompletableFuture<String> result = call(task("one"), LONG);
        await().until(() -> redis.exists(DEFAULT.task("one")));
        byte[] other = TaskMessage.builder("t", "one", "default").build().toBytes();
        redis.hset(DEFAULT.task("one").getBytes(UTF_8), "msg".getBytes(UTF_8), other);

        result.cancel(false);
        assertThatThrownBy(() -> get(call(task("two").processIn(Duration.ofMillis(100)), Duration.ofMillis(1_100))))
                .hasCauseInstanceOf(CallTimeoutException.class);

        assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).containsExactly("one");
    }

    @Test
    void the_result_of_another_task_with_the_same_id_is_not_the_callers() {
        CompletableFuture<String> result = call(task("one"), LONG);
        await().until(() -> redis.exists(DEFAULT.task("one")));
        byte[] other = TaskMessage.builder("t", "one", "default").build().toBytes();
        redis.hset(DEFAULT.task("one").getBytes(UTF_8), Map.of("msg".getBytes(UTF_8), other,
                "state".getBytes(UTF_8), "completed".getBytes(UTF_8), "result".getBytes(UTF_8), other));

        assertThatThrownBy(() -> get(result)).hasCauseInstanceOf(TaskFailedException.class)
                .hasMessageContaining("was deleted before its result was read");
    }

    @Test
    void a_call_that_was_refused_leaves_nothing_behind() {
        client.enqueue(task("taken"));

        WeakReference<Type> refused = refusedCallOf("taken");

        await("nothing refers to it").until(() -> {
            System.gc();
            return refused.get() == null;
        });
    }

    private WeakReference<Type> refusedCallOf(String id) {
        Type type = new Type() {};
        assertThatThrownBy(() -> client.call(task(id), type, LONG).toCompletableFuture().join())
                .hasCauseInstanceOf(TaskIdConflictException.class);
        return new WeakReference<>(type);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(longs = { 0, -1, 86_401, Long.MAX_VALUE, Long.MIN_VALUE })
    void a_time_out_that_is_out_of_range_is_refused(Long seconds) {
        Duration timeout = seconds == null ? null : Duration.ofSeconds(seconds);

        assertThatThrownBy(() -> call(task("one"), timeout).join()).hasCauseInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("the time-out of a call must be from 1 ms to 1 day");
        assertThatThrownBy(() -> call(task("one").processIn(Duration.ofSeconds(Long.MAX_VALUE)), LONG).join())
                .hasCauseInstanceOf(InvalidTaskException.class);
    }

    @Test
    void duplicates_and_impossible_calls_are_refused() {
        client.enqueue(task("taken"));
        client.enqueue(Task.of("u", "{}").unique(Duration.ofHours(1)));

        assertThatThrownBy(() -> call(task("taken"), LONG).join()).hasCauseInstanceOf(TaskIdConflictException.class);
        assertThatThrownBy(() -> call(Task.of("u", "{}").unique(Duration.ofHours(1)), LONG).join())
                .hasCauseInstanceOf(DuplicateTaskException.class);
        assertThatThrownBy(() -> call(task("one").group("g"), LONG).join())
                .hasCauseInstanceOf(InvalidTaskException.class).hasMessageContaining("group \"g\"");
        assertThatThrownBy(() -> call(task("one").processIn(Duration.ofMinutes(1)), LONG).join())
                .hasCauseInstanceOf(InvalidTaskException.class);
        assertThatThrownBy(() -> call(task("one"), Duration.ZERO).join())
                .hasCauseInstanceOf(InvalidTaskException.class);
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(2);
    }

    @Test
    void thousands_wait_at_once_on_one_connection_for_notifications_and_no_more_than_the_limit() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        channel("default", 50, delivery -> {
            release.await();
            delivery.writeResult(delivery.message().id().getBytes(UTF_8));
        });
        DefaultAsynqClient limited = closedLater(DefaultAsynqClient.builder(broker).maxWaiting(3_000).build());
        int before = redis.info("clients").lines().filter(line -> line.startsWith("tracking_clients:"))
                .mapToInt(line -> Integer.parseInt(line.substring(17).trim())).sum();
        List<CompletableFuture<String>> results = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            results.add(limited.call(task("t" + i), String.class, LONG).toCompletableFuture());
        }
        assertThatThrownBy(() -> limited.call(task("more"), String.class, LONG).toCompletableFuture().join())
                .hasCauseInstanceOf(EnqueueOverflowException.class);
        await().until(() -> redis.info("clients").contains("tracking_clients:" + (before + 1)));
        start();
        release.countDown();

        for (int i = 0; i < results.size(); i++) {
            assertThat(get(results.get(i))).isEqualTo("t" + i);
        }
    }

    @Test
    void the_connection_may_break_while_callers_wait() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        channel(Map.of("default", 1), "", 1, FailurePolicy.of(RetryDelay.fixed(Duration.ofSeconds(1))), delivery -> {
            release.await();
            delivery.writeResult("late".getBytes(UTF_8));
        });
        start();
        CompletableFuture<String> result = call(task("one"), LONG);
        await().until(() -> "active".equals(state("one")));
        redis.clientKill(ClientKillParams.clientKillParams()
                .type(ClientType.NORMAL)
                .skipMe(ClientKillParams.SkipMe.YES));
        release.countDown();

        assertThat(get(result)).isEqualTo("late");
    }

    @Test
    void a_client_that_is_closed_ends_its_calls() {
        DefaultAsynqClient closing = DefaultAsynqClient.of(broker);
        CompletableFuture<String> result = closing.call(task("one"), String.class, LONG).toCompletableFuture();
        await().until(() -> redis.exists(DEFAULT.task("one")));

        closing.close();

        assertThatThrownBy(result::join).isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(CallException.class);
        assertThatThrownBy(() -> closing.call(task("two"), String.class, LONG).toCompletableFuture().join())
                .hasMessageContaining("the client is closed");
    }

    @ParameterizedTest
    @EnumSource(TestRedis.class)
    void a_queue_may_be_on_any_node_and_have_shards(TestRedis on) throws Exception {
        on.clear();
        try (RedisBroker own = RedisBroker.connect(RedisConfig.of(on.url()));
                DefaultAsynqClient caller = DefaultAsynqClient.builder(own).shards("low", 3).build()) {
            channel(Map.of("default", 1, "critical", 1, "low", 1), "", 4,
                    FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1))),
                    delivery -> delivery.writeResult(delivery.message().queue().getBytes(UTF_8)));
            config.shards("low", 3);
            start(own, channels);
            for (String queue : TestRedis.queues().toList()) {
                for (int i = 0; i < 10; i++) {
                    assertThat(caller.call(Task.of("t", "{}").queue(queue), String.class, LONG).toCompletableFuture()
                            .get(20, TimeUnit.SECONDS)).startsWith(queue);
                }
            }
        }
    }
}

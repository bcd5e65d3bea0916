package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.github.asynqee.Checkpoint;
import io.github.asynqee.PayloadDecoder;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Progress;
import io.github.asynqee.RetryAfterException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskSuspendedException;
import io.github.asynqee.internal.delivery.TaskCheckpoint;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.internal.protocol.CheckpointRecord;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class CheckpointTest extends WorkerTest {

    private static final int ROWS = 10_000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualClock clock = ManualClock.startingAt("2033-05-18T03:33:20Z");
    private final List<Integer> rows = Collections.synchronizedList(new ArrayList<>());
    private final CompletableFuture<Void> failure = new CompletableFuture<>();

    /** Handles a task with its checkpoint. */
    private interface Export {
        void handle(TaskDelivery delivery, Checkpoint<String> at) throws Exception;
    }

    private TaskHandler with(Duration maxSlice, Export export) {
        return delivery -> export.handle(delivery, new TaskCheckpoint<>(delivery,
                new TaskCheckpoint.Coding(String.class, PayloadEncoder.bytesAndText(), PayloadDecoder.bytesAndText()),
                maxSlice));
    }

    /** One lane for tasks that are retried at once. */
    private Channel channel(Duration maxSlice, Export export) {
        return channel(Map.of("default", 1), "", 1, FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)),
                with(maxSlice, export));
    }

    private void onManualClock(String url) {
        broker = closedLater(RedisBroker.connect(RedisConfig.of(url), clock));
    }

    /** Handlers use it as well, so it opens a connection: the connection of the test is for one thread. */
    private static byte[] field(String id, String name) {
        try (Jedis own = TestRedis.SINGLE.connect()) {
            return own.hget(DEFAULT.task(id).getBytes(), name.getBytes());
        }
    }

    private static CheckpointRecord saved(String id) {
        return CheckpointRecord.decode(field(id, CheckpointRecord.FIELD));
    }

    private static String cursor(String id) {
        return saved(id) == null ? null : new String(saved(id).cursor());
    }

    private static Progress progress(String id) {
        return PrivateFields.progress(field(id, PrivateFields.PROGRESS));
    }

    private static int next(Checkpoint<String> at) {
        return at.value() == null ? 0 : Integer.parseInt(at.value()) + 1;
    }

    /** Writes all remaining rows. */
    private void export(Checkpoint<String> at) {
        at.total(ROWS);
        at.forEach(IntStream.range(next(at), ROWS).boxed(), String::valueOf, rows::add);
    }

    private static List<Integer> all() {
        return IntStream.range(0, ROWS).boxed().toList();
    }

    @Test
    void an_attempt_after_a_failure_goes_on_behind_the_last_row() throws Exception {
        channel(null, (delivery, at) -> {
            if (rows.isEmpty()) {
                at.forEach(IntStream.range(0, 10).boxed(), String::valueOf, rows::add);
                throw new IllegalStateException("disk full");
            }
            export(at);
        });
        enqueue("t1");
        start();
        awaitHandled("t1", "t1");
        awaitIdle();

        assertThat(rows).isEqualTo(all());
    }

    @Test
    void a_worker_that_stops_requeues_the_task_at_its_next_row_and_another_one_goes_on() throws Exception {
        channel(null, (delivery, at) -> {
            at.total(ROWS);
            for (int row = next(at);; row++) {
                rows.add(row);
                LockSupport.parkNanos(1_000_000);
                at.save(String.valueOf(row));
            }
        });
        enqueue("t1");
        start();
        await().until(() -> rows.size() > 10);

        worker.shutdown(FIVE_SECONDS);

        assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).containsExactly("t1");
        assertThat(stored("t1").retried()).isZero();
        assertThat(stored("t1").errorMessage()).isEmpty();
        assertThat(cursor("t1")).isEqualTo(String.valueOf(rows.size() - 1));
        assertThat(progress("t1").note()).isEqualTo(rows.size() + " of " + ROWS);

        channels.clear();
        channel(null, (delivery, at) -> export(at));
        start();
        awaitHandled("t1", "t1");
        awaitIdle();
        assertThat(rows).isEqualTo(all());
        assertThat(count(DEFAULT.processed())).isEqualTo(1);
    }

    @Test
    void a_row_that_takes_longer_than_the_shutdown_waits_does_not_cost_the_rows_before() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        channel(null, (delivery, at) -> {
            at.save("7");
            slow.countDown();
            never.await();
        });
        enqueue("t1");
        start();
        awaitSignal(slow);
        assertThat(cursor("t1")).as("not written yet").isNull();

        worker.shutdown(Duration.ofMillis(50));

        assertThat(cursor("t1")).isEqualTo("7");
        assertThat(redis.lrange(DEFAULT.pending(), 0, -1)).containsExactly("t1");
    }

    @Test
    void an_attempt_that_has_used_its_slice_ends_behind_the_tasks_that_wait() throws Exception {
        onManualClock(TestRedis.SINGLE.url());
        channel(MINUTE, (delivery, at) -> {
            if (delivery.message().id().equals("long")) {
                at.forEach(IntStream.range(next(at), 6).boxed(), String::valueOf, row -> {
                    rows.add(row);
                    clock.advance(Duration.ofSeconds(20));
                });
            }
        });
        enqueue("long");
        enqueue("short");
        start();

        List<String> order = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            order.add(handled.poll(20, TimeUnit.SECONDS));
        }
        awaitIdle();
        assertThat(order).containsExactly("long", "short", "long", "long");
        assertThat(rows).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(count(DEFAULT.failed())).isZero();
    }

    /** One lane for tasks that are limited to one at a time. */
    private void limitedChannel(Duration maxSlice, Export export) {
        Channel limited = new Channel(new ChannelConfig("limited", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(Duration.ZERO))).withLimit(Limit.of("all", "queue", 1, null)));
        HandlerLane.open(limited, 1, delivery -> {
            handled.add(delivery.message().id());
            with(maxSlice, export).handle(delivery);
        }, pool);
        channels.add(limited);
    }

    @Test
    void an_attempt_that_has_used_its_slice_gives_up_its_place_under_a_limit() throws Exception {
        onManualClock(TestRedis.SINGLE.url());
        limitedChannel(MINUTE, (delivery, at) -> {
            if (delivery.message().id().equals("long")) {
                at.forEach(IntStream.range(next(at), 6).boxed(), String::valueOf, row -> {
                    rows.add(row);
                    clock.advance(Duration.ofSeconds(20));
                });
            }
        });
        List.of("long", "short 1", "short 2").forEach(this::enqueue);
        start();

        List<String> order = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            order.add(handled.poll(20, TimeUnit.SECONDS));
        }
        awaitIdle();
        assertThat(order).containsExactly("long", "short 1", "short 2", "long", "long");
        assertThat(rows).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(redis.exists(DEFAULT.scheduled())).isFalse();
    }

    @Test
    void a_handler_that_is_told_to_wait_goes_on_behind_the_last_row() throws Exception {
        limitedChannel(null, (delivery, at) -> {
            if (at.value() == null) {
                at.save("7");
                throw new RetryAfterException(Duration.ofMillis(100));
            }
            rows.add(next(at));
        });
        client.enqueue(Task.of("email:welcome", "{}").id("t1").maxRetry(0));
        start();
        awaitHandled("t1", "t1");
        awaitIdle();

        assertThat(rows).containsExactly(8);
        assertThat(count(DEFAULT.failed())).isZero();
    }

    @Test
    void a_task_is_requeued_although_its_handler_hides_that_it_was_suspended() throws Exception {
        onManualClock(TestRedis.SINGLE.url());
        channel(MINUTE, (delivery, at) -> {
            if (at.value() == null) {
                clock.advance(MINUTE);
                assertThatThrownBy(() -> at.save("1")).isInstanceOf(TaskSuspendedException.class);
            } else if (at.value().equals("1")) {
                clock.advance(MINUTE);
                assertThatThrownBy(() -> at.save("2")).isInstanceOf(TaskSuspendedException.class);
                throw new IllegalStateException("another reason");
            } else {
                rows.add(Integer.parseInt(at.value()));
            }
        });
        client.enqueue(Task.of("email:welcome", "{}").id("t1").maxRetry(0));
        start();
        awaitHandled("t1", "t1", "t1");
        awaitIdle();

        assertThat(rows).containsExactly(2);
        assertThat(count(DEFAULT.failed())).isZero();
    }

    @Test
    void a_cursor_is_written_every_two_seconds_at_most() throws Exception {
        onManualClock(TestRedis.SINGLE.url());
        LinkedBlockingQueue<String> written = new LinkedBlockingQueue<>();
        channel(null, (delivery, at) -> {
            for (int row = 0; row < 10_000; row++) {
                at.save(String.valueOf(row));
            }
            written.add(String.valueOf(cursor("t1")));
            clock.advance(Duration.ofSeconds(2));
            at.save("10000");
            at.save("10001");
            written.add(cursor("t1"));
            written.add(progress("t1").note());
        });
        enqueue("t1");
        start();
        awaitHandled("t1");
        awaitIdle();

        assertThat(written).containsExactly("null", "10000", "10001 done");
    }

    @Test
    void a_handler_that_reports_its_own_progress_keeps_it() throws Exception {
        onManualClock(TestRedis.SINGLE.url());
        LinkedBlockingQueue<String> notes = new LinkedBlockingQueue<>();
        channel(null, (delivery, at) -> {
            delivery.writeProgress(50, "half");
            clock.advance(MINUTE);
            at.save("1");
            notes.add(cursor("t1") + " " + progress("t1").note());
        });
        enqueue("t1");
        start();
        awaitHandled("t1");
        awaitIdle();

        assertThat(notes).containsExactly("1 half");
    }

    @Test
    void a_cursor_that_cannot_be_written_is_replaced_by_a_later_one() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        onManualClock(network.url());
        LinkedBlockingQueue<String> written = new LinkedBlockingQueue<>();
        channel(null, (delivery, at) -> {
            network.cut();
            clock.advance(Duration.ofSeconds(3));
            at.save("1");
            network.heal();
            await().until(() -> {
                clock.advance(Duration.ofSeconds(3));
                at.save("2");
                return cursor("t1") != null;
            });
            written.add(cursor("t1"));
        });
        enqueue("t1");
        start();
        awaitHandled("t1");
        awaitIdle();

        assertThat(written).containsExactly("2");
    }

    @Test
    void a_handler_whose_task_another_worker_has_is_told_and_changes_nothing() throws Exception {
        onManualClock(TestRedis.SINGLE.url());
        channel(null, (delivery, at) -> {
            clock.advance(MINUTE);
            redis.zadd(DEFAULT.lease(), clock.instant().getEpochSecond() + 300, "t1");
            assertThatThrownBy(() -> at.save("1")).isInstanceOf(CancellationException.class);
            failure.complete(null);
        });
        enqueue("t1");
        start();

        failure.get(20, TimeUnit.SECONDS);
        assertThat(cursor("t1")).isNull();
    }

    @Test
    void a_cancelled_handler_cannot_save() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        channel(null, (delivery, at) -> {
            running.countDown();
            await().until(delivery::isCancelled);
            assertThatThrownBy(() -> at.save("1")).isInstanceOf(CancellationException.class);
            failure.complete(null);
        });
        enqueue("t1");
        start();
        awaitSignal(running);

        broker.workerCommands().publishCancellation("t1");

        failure.get(20, TimeUnit.SECONDS);
    }

    @Test
    void a_completed_task_that_is_run_again_begins_at_the_start() throws Exception {
        LinkedBlockingQueue<String> begins = new LinkedBlockingQueue<>();
        onManualClock(TestRedis.SINGLE.url());
        channel(null, (delivery, at) -> {
            begins.add(String.valueOf(at.value()));
            clock.advance(MINUTE);
            at.save("1");
        });
        client.enqueue(Task.of("email:welcome", "{}").id("t1").retention(Duration.ofDays(1)));
        start();
        await().until(() -> "completed".equals(state("t1")));

        redis.zrem(DEFAULT.completed(), "t1");
        redis.hset(DEFAULT.task("t1"), "state", "pending");
        redis.lpush(DEFAULT.pending(), "t1");

        awaitHandled("t1", "t1");
        awaitIdle();
        assertThat(begins).containsExactly("null", "null");
        assertThat(saved("t1").run()).isNotZero();
    }

    @Test
    void a_cursor_that_the_handler_cannot_read_archives_the_task_and_stays() throws Exception {
        channel(Map.of("default", 1), "", 1, FailurePolicy.of(RetryDelay.fixed(Duration.ZERO)),
                delivery -> new TaskCheckpoint<Long>(delivery,
                        new TaskCheckpoint.Coding(Long.class, payload -> new byte[0],
                                (bytes, type) -> Long.valueOf(new String(bytes))),
                        null).value());
        enqueue("t1");
        redis.hset(DEFAULT.task("t1").getBytes(), CheckpointRecord.FIELD.getBytes(),
                new CheckpointRecord(0, 1, 0, "row 7".getBytes()).encode());
        start();

        await().until(() -> "archived".equals(state("t1")));
        assertThat(stored("t1").errorMessage()).contains("checkpoint", "java.lang.Long", "row 7");
        assertThat(cursor("t1")).isEqualTo("row 7");
    }

    @Test
    void what_is_no_cursor_is_refused() throws Exception {
        channel(null, (delivery, at) -> {
            assertThatIllegalArgumentException().isThrownBy(() -> at.save("x".repeat(65_537)))
                    .withMessageContaining("65536").withMessageContaining("65537");
            assertThatThrownBy(() -> at.save(null)).isInstanceOf(NullPointerException.class);
            assertThatIllegalArgumentException().isThrownBy(() -> at.total(-1)).withMessageContaining("-1");
            failure.complete(null);
        });
        enqueue("t1");
        start();

        failure.get(20, TimeUnit.SECONDS);
    }
}

package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.TaskCancelledException;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Protocol;

class CancellationTest extends WorkerTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);

    private void waitUntilCancelled(TaskDelivery delivery) throws InterruptedException {
        try {
            release.await();
        } catch (InterruptedException e) {
            assertThat(delivery.isCancelled()).isTrue();
            interrupted.countDown();
            throw e;
        }
    }

    private void startSubscribed() {
        start();
        await().untilAsserted(() -> assertThat(subscribers()).isEqualTo(1));
    }

    private long subscribers() {
        return redis.pubsubNumSub("asynq:cancel").get("asynq:cancel");
    }

    private void cancel(String id) {
        redis.publish("asynq:cancel", id);
    }

    @Test
    void a_running_task_is_interrupted_and_fails_as_any_other() throws Exception {
        channel("default", 1, this::waitUntilCancelled);
        client.enqueue(Task.of("email:welcome", "{}").id("t1").maxRetry(3));
        startSubscribed();
        awaitHandled("t1");

        cancel("t1");

        awaitSignal(interrupted);
        awaitIdle();
        assertThat(state("t1")).isEqualTo("retry");
        assertThat(stored("t1").errorMessage()).isEqualTo("context canceled");
        assertThat(stored("t1").retried()).isEqualTo(1);
        assertThat(count(DEFAULT.processed())).isEqualTo(1);
        assertThat(count(DEFAULT.failed())).isEqualTo(1);
    }

    @Test
    void a_task_without_retries_left_is_archived_and_a_policy_may_revoke_it() throws Exception {
        channel(Map.of("default", 1), "", 1,
                new FailurePolicy(RetryDelay.fixed(Duration.ZERO), error -> false,
                        TaskCancelledException.class::isInstance, error -> false),
                this::waitUntilCancelled);
        channel("other", 1, this::waitUntilCancelled);
        client.enqueue(Task.of("email:welcome", "{}").id("unwanted").maxRetry(3));
        client.enqueue(Task.of("email:welcome", "{}").id("last").queue("other").maxRetry(0));
        startSubscribed();
        awaitHandled("unwanted", "last");

        cancel("unwanted");
        cancel("last");

        QueueKeys other = QueueKeys.of("other");
        await().untilAsserted(() -> assertThat(redis.hget(other.task("last"), "state")).isEqualTo("archived"));
        await().untilAsserted(() -> assertThat(redis.exists(DEFAULT.task("unwanted"))).isFalse());
        assertThat(count(DEFAULT.failed())).isZero();
    }

    @Test
    @SomeDays(oneIn = 4)
    void a_task_that_is_held_for_a_lane_fails_without_being_run_and_the_lane_goes_on() throws Exception {
        int running = startWithTasksHeld(release);
        String held = "t" + (running + 1);
        await().untilAsserted(() -> assertThat(subscribers()).isEqualTo(1));

        cancel(held);
        await().untilAsserted(() -> assertThat(state(held)).isEqualTo("retry"));
        release.countDown();

        await().untilAsserted(() -> assertThat(count(DEFAULT.processed())).isEqualTo(20_000));
        assertThat(stored(held).errorMessage()).isEqualTo("context canceled");
        assertThat(handled).hasSize(19_999).doesNotContain(held);
    }

    @Test
    void equal_ids_in_two_queues_are_both_cancelled() throws Exception {
        channel(Map.of("default", 1, "other", 1), "", 2, POLICY, this::waitUntilCancelled);
        enqueue("t1");
        client.enqueue(Task.of("email:welcome", "{}").id("t1").queue("other"));
        startSubscribed();
        awaitHandled("t1", "t1");

        cancel("t1");

        await().untilAsserted(() -> {
            assertThat(state("t1")).isEqualTo("retry");
            assertThat(redis.hget(QueueKeys.of("other").task("t1"), "state")).isEqualTo("retry");
        });
    }

    @Test
    void a_handler_that_ignores_it_keeps_its_lane_and_its_outcome_is_ignored() throws Exception {
        CountDownLatch deaf = new CountDownLatch(1);
        channel("default", 1, delivery -> {
            while (deaf.getCount() > 0) {
                try {
                    deaf.await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
            }
        });
        enqueue("t1");
        startSubscribed();
        awaitHandled("t1");

        cancel("t1");
        awaitSignal(interrupted);
        await().untilAsserted(() -> assertThat(state("t1")).isEqualTo("retry"));
        enqueue("next");
        pings(500);
        assertThat(handled).isEmpty();
        deaf.countDown();

        awaitHandled("next");
        awaitIdle();
        assertThat(state("t1")).isEqualTo("retry");
        assertThat(count(DEFAULT.processed())).isEqualTo(2);
    }

    @Test
    void what_was_decided_before_stays_and_its_handler_is_left_alone() throws Exception {
        CountDownLatch decided = new CountDownLatch(1);
        AtomicReference<Boolean> cancelled = new AtomicReference<>();
        CountDownLatch ended = new CountDownLatch(1);
        channel("default", 1, delivery -> {
            if (delivery.message().id().equals("t1")) {
                delivery.succeed();
                decided.countDown();
                release.await();
                cancelled.set(delivery.isCancelled());
                ended.countDown();
            } else {
                waitUntilCancelled(delivery);
            }
        });
        enqueue("t1");
        startSubscribed();
        awaitSignal(decided);

        cancel("t1");
        await().untilAsserted(() -> assertThat(redis.exists(DEFAULT.task("t1"))).isFalse());
        release.countDown();

        awaitSignal(ended);
        assertThat(cancelled).hasValue(false);
        assertThat(count(DEFAULT.failed())).isZero();
    }

    @Test
    void ids_of_tasks_not_running_here_are_ignored() throws Exception {
        channel("default", 1, this::waitUntilCancelled);
        enqueue("t1");
        startSubscribed();
        awaitHandled("t1");

        cancel("unknown");
        cancel("");
        redis.publish("asynq:cancel".getBytes(), new byte[]{ (byte) 0xff, 0, (byte) 0xfe });
        cancel("t1");

        awaitSignal(interrupted);
        awaitIdle();
        assertThat(count(DEFAULT.processed())).isEqualTo(1);
    }

    @Test
    void after_the_connection_was_cut_requests_are_received_again() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = connected(network.url());
        channel("default", 1, this::waitUntilCancelled);
        enqueue("t1");
        startSubscribed();
        awaitHandled("t1");

        network.cut();
        await().untilAsserted(() -> assertThat(subscribers()).isZero());
        network.heal();
        await().untilAsserted(() -> assertThat(subscribers()).isEqualTo(1));
        cancel("t1");

        awaitSignal(interrupted);
    }

    @Test
    void a_request_that_was_sent_while_the_connection_was_cut_is_obeyed_afterwards() throws Exception {
        Broker sender = broker;
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = connected(network.url());
        channel("default", 1, this::waitUntilCancelled);
        enqueue("t1");
        startSubscribed();
        awaitHandled("t1");

        network.cut();
        await().untilAsserted(() -> assertThat(subscribers()).isZero());
        sender.workerCommands().publishCancellation("t1");
        network.heal();

        awaitSignal(interrupted);
    }

    @Test
    void an_attempt_that_began_after_the_request_goes_on() throws Exception {
        channel(Map.of("default", 1), "", 2, POLICY, this::waitUntilCancelled);
        enqueue("t1");
        enqueue("t2");
        startSubscribed();
        awaitHandled("t1", "t2");
        redis.zadd("asynq:cancel:requests", Double.NEGATIVE_INFINITY, "by another program");
        redis.zadd("asynq:cancel:requests", Instant.now().minusSeconds(60).toEpochMilli(), "t1");
        redis.zadd("asynq:cancel:requests", Instant.now().toEpochMilli(), "t2");

        redis.sendCommand(Protocol.Command.CLIENT, "KILL", "TYPE", "pubsub");

        // the later one of the two requests
        await().untilAsserted(() -> assertThat(state("t2")).isEqualTo("retry"));
        assertThat(state("t1")).isEqualTo("active");
        cancel("t1");
        await().untilAsserted(() -> assertThat(state("t1")).isEqualTo("retry"));
    }
}

package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import io.github.asynqee.internal.redis.connection.NodeCalls.Call;
import io.github.asynqee.internal.redis.connection.NodeCalls.End;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;

@Timeout(30)
class NodeCallsTest {

    private static final HostAndPort SLOW = new HostAndPort("slow.example.com", 6379);
    private static final HostAndPort OTHER = new HostAndPort("other.example.com", 6379);

    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch answer = new CountDownLatch(1);
    private final Semaphore begun = new Semaphore(0);
    private final AtomicInteger pings = new AtomicInteger();
    private final AtomicInteger threadsRefused = new AtomicInteger();
    private final List<String> reports = new CopyOnWriteArrayList<>();
    private volatile boolean answersPing = true;
    private volatile boolean refusesPing;
    private volatile boolean mapFails;
    private volatile Runnable beforeReport = () -> {};
    private volatile Runnable beforeThread = () -> {};
    /** {@code null} while the time of the JVM is used. */
    private volatile Long stoppedTime;
    private final NodeCalls calls = calls(2);

    private NodeCalls calls(int limit) {
        return new NodeCalls(new Access(), limit, Duration.ofSeconds(1),
                () -> stoppedTime == null ? System.nanoTime() : stoppedTime, call -> {
                    beforeThread.run();
                    return NodeCalls.thread(call);
                });
    }

    private final class Access implements NodeCalls.NodeAccess {
        @Override
        public void ping(HostAndPort node) {
            pings.incrementAndGet();
            if (refusesPing) {
                throw new JedisConnectionException("refused");
            }
            if (!answersPing) {
                await(answer);
            }
        }

        @Override
        public boolean refreshedServes(HostAndPort node) {
            if (mapFails) {
                throw new IllegalStateException("no map");
            }
            return true;
        }

        @Override
        public void hangs(HostAndPort node, String reason) {
            beforeReport.run();
            reports.add("hangs");
        }

        @Override
        public void answers(HostAndPort node) {
            reports.add("answers");
        }
    }

    private void callTaking(int millis) {
        assertThat(start(SLOW, () -> stoppedTime += Duration.ofMillis(millis).toNanos()).await()).isEqualTo(End.DONE);
    }

    @Test
    void a_node_is_slow_while_its_answers_are_late_or_there_are_none_for_ten_seconds() {
        stoppedTime = 0L;
        callTaking(399);
        assertThat(calls.isSlow(SLOW)).as("one that is not very late").isFalse();
        callTaking(399);
        assertThat(calls.isSlow(SLOW)).isTrue();
        assertThat(calls.isAnySlow()).isTrue();
        assertThat(calls.isSlow(OTHER)).isFalse();

        stoppedTime += Duration.ofMillis(9_999).toNanos();
        assertThat(calls.isSlow(SLOW)).isTrue();
        stoppedTime += Duration.ofMillis(1).toNanos();
        assertThat(calls.isSlow(SLOW)).isFalse();

        callTaking(1);
        assertThat(calls.isSlow(SLOW)).as("what was late long ago").isFalse();

        callTaking(800);
        int soon = 0;
        for (; calls.isSlow(SLOW); soon++) {
            callTaking(1);
        }
        assertThat(soon).isBetween(3, 10);
    }

    @AfterEach
    void close() {
        release.countDown();
        answer.countDown();
        calls.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void blocked() {
        begun.release();
        await(release);
    }

    private Call start(HostAndPort node, Runnable work) {
        return calls.start(node, answered(work));
    }

    private static Call start(NodeCalls others, Runnable work) {
        return others.start(SLOW, answered(work));
    }

    private static BooleanSupplier answered(Runnable work) {
        return () -> {
            work.run();
            return true;
        };
    }

    @Test
    void connections_that_are_refused_at_once_are_no_answers() throws Exception {
        answersPing = false;
        Call hanging = start(SLOW, this::blocked);
        CompletableFuture<End> end = CompletableFuture.supplyAsync(hanging::await);

        while (!end.isDone()) {
            calls.start(SLOW, () -> false);
            TimeUnit.MILLISECONDS.sleep(20);
        }

        assertThat(end.get()).isEqualTo(End.HUNG);
    }

    private List<Call> fill() throws InterruptedException {
        List<Call> filling = new ArrayList<>(
                List.of(start(SLOW, this::blocked), start(SLOW, this::blocked)));
        assertThat(begun.tryAcquire(2, 20, TimeUnit.SECONDS)).isTrue();
        return filling;
    }

    /** Stops the time until the node is probed: a busy machine does not change which limit is exceeded first. */
    private End endOfCallAfterSilence() throws Exception {
        long begin = System.nanoTime();
        stoppedTime = begin;
        fill();
        Call waiting = start(SLOW, begun::release);
        CompletableFuture<End> end = CompletableFuture.supplyAsync(waiting::await);
        Awaitility.await().until(() -> pings.get() > 0);
        stoppedTime = begin + TimeUnit.SECONDS.toNanos(2);
        return end.get(20, TimeUnit.SECONDS);
    }

    private static long threads() {
        return Stream.of(Thread.getAllStackTraces().keySet().toArray(Thread[]::new))
                .filter(thread -> thread.getName().equals("asynq-node-call")).count();
    }

    @Test
    void beyond_the_limit_of_a_node_calls_wait_and_those_of_other_nodes_do_not() throws Exception {
        List<Call> all = fill();
        long threadsBefore = threads();
        for (int i = 0; i < 20; i++) {
            all.add(start(SLOW, this::blocked));
        }

        assertThat(start(OTHER, begun::release).await()).isEqualTo(End.DONE);
        assertThat(begun.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
        assertThat(begun.availablePermits()).isZero();
        assertThat(threads()).isLessThanOrEqualTo(threadsBefore + 1);
        release.countDown();

        assertThat(all).allSatisfy(call -> assertThat(call.await()).isEqualTo(End.DONE));
        assertThat(begun.availablePermits()).isEqualTo(20);
    }

    @Test
    void a_call_that_finds_no_room_within_the_time_limit_of_a_command_is_never_made() throws Exception {
        List<Call> all = fill();

        assertThat(start(SLOW, begun::release).await()).isEqualTo(End.NO_ROOM);
        release.countDown();

        assertThat(all).allSatisfy(call -> assertThat(call.await()).isEqualTo(End.DONE));
        assertThat(start(SLOW, begun::release).await()).isEqualTo(End.DONE);
        assertThat(begun.availablePermits()).isEqualTo(1);
    }

    @Test
    void a_call_that_waits_for_a_node_that_hangs_is_never_made() throws Exception {
        answersPing = false;

        assertThat(endOfCallAfterSilence()).isEqualTo(End.HUNG);
        assertThat(reports).containsExactly("hangs");
        assertThat(calls.isHung(SLOW)).isTrue();
        assertThat(calls.isHung(OTHER)).isFalse();
        release.countDown();

        assertThat(begun.availablePermits()).isZero();
    }

    @Test
    void a_node_that_answers_other_calls_is_only_slow() throws Exception {
        answersPing = false;
        Call slow = start(SLOW, this::blocked);
        CompletableFuture<End> end = CompletableFuture.supplyAsync(slow::await);
        long until = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        while (System.nanoTime() < until) {
            assertThat(start(SLOW, () -> {
                // answered
            }).await()).isEqualTo(End.DONE);
            assertThat(calls.isHung(SLOW)).isFalse();
            Thread.sleep(50);
        }
        assertThat(end).isNotDone();

        assertThat(end.get(20, TimeUnit.SECONDS)).isEqualTo(End.HUNG);
    }

    @Test
    void a_node_that_refuses_a_ping_and_answers_calls_is_only_slow() throws Exception {
        refusesPing = true;
        Call slow = start(SLOW, this::blocked);
        CompletableFuture<End> end = CompletableFuture.supplyAsync(slow::await);
        while (pings.get() < 2) {
            assertThat(start(SLOW, () -> {
                // answered
            }).await()).isEqualTo(End.DONE);
            assertThat(calls.isHung(SLOW)).isFalse();
            Thread.sleep(10);
        }
        assertThat(end).isNotDone();

        assertThat(end.get(20, TimeUnit.SECONDS)).isEqualTo(End.HUNG);
    }

    @Test
    void a_call_waits_no_longer_for_room_at_a_node_that_answers_others_only() {
        answersPing = false;
        start(SLOW, this::blocked);
        for (int i = 0; i < 50; i++) {
            start(SLOW, NodeCallsTest::answeredSoon);
        }

        assertThat(start(SLOW, begun::release).await()).isEqualTo(End.NO_ROOM);
        assertThat(calls.isHung(SLOW)).isFalse();
    }

    private static void answeredSoon() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_node_that_hangs_is_asked_until_it_answers_although_the_map_of_the_cluster_cannot_be_read() throws Exception {
        refusesPing = true;
        mapFails = true;
        assertThat(endOfCallAfterSilence()).isEqualTo(End.HUNG);

        Awaitility.await().until(() -> pings.get() >= 3);
        assertThat(calls.isHung(SLOW)).isTrue();
        refusesPing = false;

        Awaitility.await().until(() -> reports.equals(List.of("hangs", "answers")));
        assertThat(calls.isHung(SLOW)).isFalse();
    }

    @Test
    void that_a_node_answers_is_reported_after_that_it_hangs() throws Exception {
        answersPing = false;
        // the report of a caller is slow, and the node answers during that time
        beforeReport = () -> {
            answer.countDown();
            answeredSoon();
        };

        assertThat(endOfCallAfterSilence()).isEqualTo(End.HUNG);

        Awaitility.await().until(() -> reports.contains("answers"));
        assertThat(reports).containsExactly("hangs", "answers");
    }

    private void failForMemory() {
        threadsRefused.incrementAndGet();
        throw new InternalError("unable to create native thread");
    }

    @Test
    void without_memory_for_a_thread_that_asks_a_node_it_does_not_hang() {
        Call slow = start(SLOW, this::blocked);
        beforeThread = this::failForMemory;
        CompletableFuture<End> end = CompletableFuture.supplyAsync(slow::await);
        Awaitility.await().until(() -> threadsRefused.get() > 0);
        beforeThread = () -> {};

        Awaitility.await().until(() -> pings.get() > 0);
        assertThat(calls.isHung(SLOW)).isFalse();
        release.countDown();
        assertThat(end.join()).isEqualTo(End.DONE);
    }

    @Test
    void a_call_that_waits_for_one_without_a_thread_is_never_made() {
        try (NodeCalls narrow = calls(1)) {
            List<Call> waiting = new ArrayList<>();
            beforeThread = () -> {
                beforeThread = () -> {};
                waiting.add(start(narrow, begun::release));
                failForMemory();
            };

            assertThat(start(narrow, begun::release).await()).isEqualTo(End.NO_THREAD);
            assertThat(waiting.get(0).await()).isEqualTo(End.NO_THREAD);
            assertThat(begun.availablePermits()).isZero();
            assertThat(start(narrow, begun::release).await()).isEqualTo(End.DONE);
        }
    }

    /** Commands to another node keep their replies. */
    @Test
    void commands_that_no_thread_sends_have_replies_of_their_own() {
        RedisCommand command = RedisCommand.command(Command.GET).key("key");
        NodeExchange sent = new NodeExchange(OTHER, List.of(command, command), List.of(0));
        NodeExchange late = new NodeExchange(SLOW, List.of(command, command), List.of(1));
        sent.start(calls, exchange -> exchange.replies()[0] = new Reply("value", null));
        calls.close();
        late.start(calls, exchange -> begun.release());
        Reply[] replies = new Reply[2];
        sent.await(calls, replies);
        late.await(calls, replies);

        assertThat(replies[0].value()).isEqualTo("value");
        assertThat(replies[1].error()).isInstanceOf(BrokerUnavailableException.class)
                .hasMessageContaining("GET").hasMessageContaining("was not sent");
        assertThat(begun.availablePermits()).isZero();
    }

    @Test
    void the_first_answer_may_take_as_long_as_a_command() {
        NodeCalls.NodeAccess slow = new NodeCalls.NodeAccess() {
            @Override
            public void ping(HostAndPort node) {
                try {
                    Thread.sleep(2_300);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }

            @Override
            public boolean refreshedServes(HostAndPort node) {
                return true;
            }

            @Override
            public void hangs(HostAndPort node, String reason) {
                // not asked
            }

            @Override
            public void answers(HostAndPort node) {
                // not asked
            }
        };
        try (NodeCalls patient = new NodeCalls(slow, 2, Duration.ofSeconds(3))) {
            assertThat(patient.firstToAnswer(List.of(SLOW))).isEqualTo(SLOW);
        }
    }
}

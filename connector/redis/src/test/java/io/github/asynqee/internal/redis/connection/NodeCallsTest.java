package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.asynqee.internal.redis.connection.NodeCalls.Call;
import io.github.asynqee.internal.redis.connection.NodeCalls.End;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.HostAndPort;

@Timeout(30)
class NodeCallsTest {

    private static final HostAndPort SLOW = new HostAndPort("slow.example.com", 6379);
    private static final HostAndPort OTHER = new HostAndPort("other.example.com", 6379);

    private final CountDownLatch release = new CountDownLatch(1);
    private final Semaphore begun = new Semaphore(0);
    private final CountDownLatch hangs = new CountDownLatch(1);
    private volatile boolean answersPing = true;
    private final NodeCalls calls = new NodeCalls(new NodeCalls.NodeAccess() {
        @Override
        public void ping(HostAndPort node) {
            if (!answersPing) {
                awaitRelease();
            }
        }

        @Override
        public boolean refreshedServes(HostAndPort node) {
            return true;
        }

        @Override
        public void hangs(HostAndPort node, String reason) {
            hangs.countDown();
        }

        @Override
        public void answers(HostAndPort node) {
            // nothing to report
        }
    }, 2, Duration.ofSeconds(1));

    @AfterEach
    void close() {
        release.countDown();
        calls.close();
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void blocked() {
        begun.release();
        awaitRelease();
    }

    private List<Call> fill() throws InterruptedException {
        List<Call> filling = new ArrayList<>(
                List.of(calls.start(SLOW, this::blocked), calls.start(SLOW, this::blocked)));
        assertThat(begun.tryAcquire(2, 20, TimeUnit.SECONDS)).isTrue();
        return filling;
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
            all.add(calls.start(SLOW, this::blocked));
        }

        assertThat(calls.start(OTHER, begun::release).await()).isEqualTo(End.DONE);
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

        assertThat(calls.start(SLOW, begun::release).await()).isEqualTo(End.NO_ROOM);
        release.countDown();

        assertThat(all).allSatisfy(call -> assertThat(call.await()).isEqualTo(End.DONE));
        assertThat(calls.start(SLOW, begun::release).await()).isEqualTo(End.DONE);
        assertThat(begun.availablePermits()).isEqualTo(1);
    }

    @Test
    void a_call_that_waits_for_a_node_that_hangs_is_never_made() throws Exception {
        answersPing = false;
        fill();

        assertThat(calls.start(SLOW, begun::release).await()).isEqualTo(End.HUNG);
        assertThat(hangs.getCount()).isZero();
        assertThat(calls.isHung(SLOW)).isTrue();
        assertThat(calls.isHung(OTHER)).isFalse();
        release.countDown();

        assertThat(begun.availablePermits()).isZero();
    }

    @Test
    void a_node_that_answers_other_calls_is_only_slow() throws Exception {
        answersPing = false;
        Call slow = calls.start(SLOW, this::blocked);
        CompletableFuture<End> end = CompletableFuture.supplyAsync(slow::await);
        long until = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        while (System.nanoTime() < until) {
            assertThat(calls.start(SLOW, () -> {
                // answered
            }).await()).isEqualTo(End.DONE);
            assertThat(calls.isHung(SLOW)).isFalse();
            Thread.sleep(50);
        }
        assertThat(end).isNotDone();

        assertThat(end.get(20, TimeUnit.SECONDS)).isEqualTo(End.HUNG);
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

package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.PeriodicEntries.RefusedException;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.RunRequest;
import io.github.asynqee.internal.inspect.periodic.EntryControl;
import io.github.asynqee.internal.inspect.queue.Scope;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.periodic.PayloadSource;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Running entries from outside whose payload the application produces. */
@ParameterizedClass(name = "{0}")
@EnumSource(TestRedis.class)
class RequestedRunTest extends ScheduleTest {

    private static final Entry ENTRY = new Entry("default", task(tick -> "").entryId());

    @Parameter
    TestRedis redis;

    private final List<Instant> produced = Collections.synchronizedList(new ArrayList<>());

    @Override
    TestRedis redis() {
        return redis;
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    private static PeriodicTask task(PayloadSource source) {
        return PeriodicTask.of("beat", "@every 1h", Task.of("beat", null).queue("default").maxRetry(3))
                .payloads(source);
    }

    private PeriodicTask produces() {
        return task(tick -> {
            produced.add(tick);
            return "at " + tick.getEpochSecond();
        });
    }

    private Node node(Executor payloads) {
        return node(Duration.ZERO, payloads);
    }

    /** The tool, with a separate node without entries. Each wait for an answer advances the clock by a second. */
    private PeriodicEntries tool() {
        return new EntryControl(node().broker, List::of, Scope.ALL, () -> run(seconds(1)));
    }

    private RunRequest request(Node node, String id) {
        RunRequest request = new RunRequest(id, now().plus(PeriodicEntries.MAX_WAIT));
        assertThat(node.broker.cronCommands().requestRun(ENTRY, request)).isTrue();
        return request;
    }

    @Test
    void one_node_produces_the_payload_within_ten_seconds() {
        node().with(produces());
        node().with(produces());
        run(seconds(3));
        Instant begin = now();

        TaskInfo info = tool().run(ENTRY.id());

        assertThat(Duration.between(begin, now())).isLessThanOrEqualTo(seconds(10));
        assertThat(produced).hasSize(1);
        assertThat(pending()).containsExactly(info.id());
        assertThat(info.maxRetry()).isEqualTo(3);
        assertThat(payload(info.id())).isEqualTo("at " + produced.get(0).getEpochSecond());
        assertThat(info.payload()).asString().isEqualTo(payload(info.id()));
        assertThat(nodes.get(0).broker.schedulers().history(ENTRY.id(), 1, 10))
                .containsExactly(new SchedulerEnqueueEvent(info.id(), produced.get(0)));
        assertThat(nodes.stream().mapToInt(node -> node.events.size()).sum()).isEqualTo(1);
        run(seconds(60));
        assertThat(pending()).hasSize(1);
    }

    @Test
    void a_paused_entry_is_run_and_stays_paused() {
        node().with(produces());
        tool().pause(ENTRY.id());

        tool().run(ENTRY.id());

        assertThat(pending()).hasSize(1);
        assertThat(tool().entries().get(0).paused()).isTrue();
    }

    @Test
    void a_node_that_is_killed_after_its_claim_is_replaced_within_thirty_seconds() {
        List<Runnable> lost = new ArrayList<>();
        Node killed = node(lost::add).with(produces());
        run(seconds(5));
        node().with(produces());
        request(killed, "r1");
        Instant begin = now();
        while (lost.isEmpty()) {
            run(seconds(1));
        }
        nodes.remove(killed);
        Instant claimed = now();

        while (pending().isEmpty()) {
            run(seconds(1));
        }

        assertThat(Duration.between(begin, claimed)).isLessThanOrEqualTo(seconds(10));
        assertThat(Duration.between(claimed, now())).isBetween(seconds(20), seconds(30));
        assertThat(pending()).containsExactly("r1");
        lost.forEach(Runnable::run);
        assertThat(produced).hasSize(2);
        assertThat(pending()).containsExactly("r1");
        run(seconds(60));
        assertThat(pending()).containsExactly("r1");
    }

    @Test
    void a_request_of_a_tool_that_was_killed_expires() {
        Node node = node().with(produces());
        RunRequest request = request(node, "r1");
        nodes.clear();
        pass(Duration.between(now(), request.expires()));

        node().with(produces());
        run(seconds(30));

        assertThat(produced).isEmpty();
        assertThat(pending()).isEmpty();
        tool().run(ENTRY.id());
        assertThat(pending()).hasSize(1);
    }

    @Test
    void a_request_without_an_answer_is_withdrawn_after_a_minute() {
        List<Runnable> lost = new ArrayList<>();
        node(lost::add).with(produces());
        Instant begin = now();

        assertThatThrownBy(() -> tool().run(ENTRY.id())).isInstanceOf(RefusedException.class)
                .hasMessageContaining("within 60 s");

        assertThat(Duration.between(begin, now())).isEqualTo(PeriodicEntries.MAX_WAIT);
        lost.forEach(Runnable::run);
        assertThat(pending()).isEmpty();
    }

    @Test
    void a_tool_that_is_interrupted_withdraws_its_request() {
        node().with(produces());
        PeriodicEntries tool = new EntryControl(node().broker, List::of, Scope.ALL, () -> {
            throw new InterruptedException();
        });

        assertThatThrownBy(() -> tool.run(ENTRY.id())).isInstanceOf(RefusedException.class);

        assertThat(Thread.interrupted()).isTrue();
        run(seconds(60));
        assertThat(pending()).isEmpty();
    }

    @Test
    void a_second_request_is_refused_while_one_is_waiting() {
        request(node().with(produces()), "r1");

        assertThatThrownBy(() -> tool().run(ENTRY.id())).isInstanceOf(RefusedException.class)
                .hasMessageContaining("is already requested");
    }

    @Test
    void the_application_may_have_no_payload_or_fail() {
        Node node = node().with(task(tick -> null));
        assertThatThrownBy(() -> tool().run(ENTRY.id())).isInstanceOf(RefusedException.class)
                .hasMessageContaining("has no payload");

        node.scheduler.put(task(tick -> {
            throw new IllegalStateException("no database");
        }));
        assertThatThrownBy(() -> tool().run(ENTRY.id())).isInstanceOf(RefusedException.class)
                .hasMessageContaining("IllegalStateException: no database");
        assertThat(pending()).isEmpty();
    }

    @Test
    void a_node_that_rests_with_an_older_spec_does_not_answer() {
        Node older = node().with(produces());
        Node newer = node().with(PeriodicTask.of("beat", "@every 2h", Task.of("beat", null).queue("default"))
                .payloads(tick -> "newer"));
        request(older, "r1");

        run(seconds(20));

        assertThat(produced).isEmpty();
        assertThat(payload("r1")).isEqualTo("newer");
        assertThat(newer.events).hasSize(1);
    }

    @Test
    void a_source_that_hangs_leaves_the_request_to_another_node() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            List<Future<?>> calls = Collections.synchronizedList(new ArrayList<>());
            List<Exception> interruptions = Collections.synchronizedList(new ArrayList<>());
            Node hanging = node(work -> calls.add(threads.submit(work))).with(task(tick -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interruptions.add(e);
                    throw e;
                }
                return null;
            }));
            request(hanging, "r1");
            run(seconds(10));
            assertThat(calls).hasSize(1);
            node().with(produces());

            run(seconds(25));

            calls.get(0).get();
            assertThat(interruptions).hasSize(1);
            assertThat(pending()).containsExactly("r1");
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void a_node_without_a_thread_leaves_the_request_to_another_and_stays_published() {
        Node node = node(work -> {
            throw new RejectedExecutionException("no thread");
        }).with(produces());
        request(node, "r1");
        run(seconds(30));
        assertThat(node.broker.schedulers().entries()).hasSize(1);
        assertThat(pending()).isEmpty();
        node().with(produces());

        run(seconds(30));

        assertThat(pending()).containsExactly("r1");
    }

    @Test
    void two_nodes_that_look_at_the_same_moment_enqueue_one_task() throws Exception {
        Node one = node().with(produces());
        Node two = node().with(produces());
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (int round = 1; round <= 30; round++) {
                request(one, "r" + round);
                pass(SchedulerContext.JOIN_INTERVAL);
                Future<?> first = threads.submit(() -> one.scheduler.runOnce());
                Future<?> second = threads.submit(() -> two.scheduler.runOnce());
                first.get();
                second.get();

                assertThat(produced).hasSize(round);
                assertThat(pending()).hasSize(round).contains("r" + round);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}

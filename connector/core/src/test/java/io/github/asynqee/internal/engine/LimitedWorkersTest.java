package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.asynqee.RetryAfterException;
import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** Workers run tasks whose limit they share. */
class LimitedWorkersTest extends WorkerTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    private static final Pattern CALLS = Pattern.compile("calls=(\\d+)");

    private static Limit byTenant(int running) {
        return Limit.of("tenants", "header:tenant", running, null);
    }

    private Channel limited(Limit limit, int lanes, TaskHandler handler) {
        Channel channel = new Channel(new ChannelConfig("limited", Map.of("default", 1), "", POLICY).withLimit(limit));
        HandlerLane.open(channel, lanes, handler, pool);
        return channel;
    }

    private static Task<String> task(String id, String tenant) {
        return Task.of("email", "{}").id(id).header("tenant", tenant);
    }

    @Test
    @SomeDays(oneIn = 3)
    void two_workers_together_run_no_more_tasks_of_a_key_than_may_run_and_all_of_them() {
        Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
        AtomicInteger most = new AtomicInteger();
        TaskHandler handler = delivery -> {
            AtomicInteger ofTenant = running.computeIfAbsent(delivery.message().headers().get("tenant"),
                    tenant -> new AtomicInteger());
            most.accumulateAndGet(ofTenant.incrementAndGet(), Math::max);
            Thread.yield();
            ofTenant.decrementAndGet();
            handled.add(delivery.message().id());
        };
        client.enqueueAll(IntStream.range(0, 4_000).mapToObj(i -> task("t" + i, "" + i % 7)).toList());

        worker = start(broker, List.of(limited(byTenant(3), 10, handler)));
        start(connected(TestRedis.SINGLE.url()), List.of(limited(byTenant(3), 10, handler)));

        await().atMost(Duration.ofSeconds(40)).until(() -> handled.size() == 4_000);
        awaitIdle();
        assertThat(handled).doesNotHaveDuplicates();
        assertThat(most).hasValueLessThanOrEqualTo(3);
        await("nothing is left").until(() -> redis.keys(DEFAULT.limits() + "*").isEmpty());
        assertThat(redis.exists(DEFAULT.retry(), DEFAULT.scheduled())).isZero();
    }

    @Test
    void one_at_a_time_runs_in_order_on_all_workers() {
        TaskHandler handler = delivery -> handled.add(delivery.message().id());
        List<String> expected = new ArrayList<>();
        List<Task<String>> tasks = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            expected.add("t" + i);
            tasks.add(task("t" + i, "a"));
        }
        client.enqueueAll(tasks);

        worker = start(broker, List.of(limited(byTenant(1), 5, handler)));
        start(connected(TestRedis.SINGLE.url()), List.of(limited(byTenant(1), 5, handler)));

        await().until(() -> handled.size() == 500);
        assertThat(handled).containsExactlyElementsOf(expected);
    }

    @Test
    void a_key_whose_tasks_wait_delays_no_other_and_uses_no_lane_and_no_retry() throws Exception {
        Semaphore mayEnd = new Semaphore(0);
        CountDownLatch first = new CountDownLatch(1);
        worker = start(broker, List.of(limited(byTenant(1), 2, delivery -> {
            handled.add(delivery.message().id());
            if (delivery.message().headers().get("tenant").equals("slow")) {
                first.countDown();
                mayEnd.acquire();
            }
        })));
        client.enqueueAll(IntStream.range(0, 500).mapToObj(i -> task("s" + i, "slow").maxRetry(0)).toList());
        awaitSignal(first);

        for (int i = 0; i < 10; i++) {
            client.enqueue(task("q" + i, "quick"));
        }

        awaitHandled("s0", "q0", "q1", "q2", "q3", "q4", "q5", "q6", "q7", "q8", "q9");
        assertThat(redis.zcard(DEFAULT.scheduled())).isEqualTo(499);
        mayEnd.release(500);
        await().until(() -> handled.size() == 499);
        assertThat(redis.exists(DEFAULT.retry(), DEFAULT.archived())).isZero();
    }

    @Test
    void an_idle_worker_elsewhere_starts_the_next_task_of_a_key() throws Exception {
        CountDownLatch mayEnd = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        worker = start(broker, List.of(limited(byTenant(1), 1, delivery -> {
            handled.add("first " + delivery.message().id());
            begun.countDown();
            mayEnd.await();
        })));
        client.enqueue(task("a", "t"));
        awaitSignal(begun);
        Channel elsewhere = limited(byTenant(1), 1, delivery -> handled.add("second " + delivery.message().id()));
        start(connected(TestRedis.SINGLE.url()), List.of(elsewhere));
        client.enqueue(task("b", "t"));
        await().until(() -> redis.zcard(DEFAULT.scheduled()) == 1);
        // the first worker will have no lane for it
        worker.stopFetching();

        mayEnd.countDown();

        awaitHandled("first a", "second b");
    }

    private long commands() {
        return CALLS.matcher(redis.info("commandstats")).results().mapToLong(calls -> Long.parseLong(calls.group(1)))
                .sum();
    }

    @Test
    void very_many_keys_that_wait_cost_few_commands_while_nothing_changes() throws InterruptedException {
        Limit hourly = Limit.of("hourly", "header:tenant", 0, new Limit.Rate(1, Duration.ofHours(1)));
        worker = start(broker,
                List.of(limited(hourly, 50, delivery -> handled.add(delivery.message().id()))));
        client.enqueueAll(IntStream.range(0, 4_000).mapToObj(i -> task("t" + i, "" + i / 2)).toList());
        await().atMost(Duration.ofSeconds(40))
                .until(() -> handled.size() == 2_000 && redis.zcard(DEFAULT.scheduled()) == 2_000);
        Thread.sleep(3_000);
        long before = commands();

        Thread.sleep(10_000);

        assertThat((commands() - before) / 10).as("commands per second").isLessThan(800);
    }

    @Test
    void tasks_of_a_rate_start_by_themselves_when_they_may() {
        long began = System.nanoTime();
        worker = start(broker, List.of(limited(
                Limit.of("rate", "queue", 0, new Limit.Rate(2, Duration.ofMillis(300))), 4,
                delivery -> handled.add(delivery.message().id()))));
        client.enqueueAll(IntStream.range(0, 6).mapToObj(i -> task("t" + i, "a")).toList());

        await().until(() -> handled.size() == 6);

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofMillis(590));
        assertThat(handled).containsExactlyInAnyOrder("t0", "t1", "t2", "t3", "t4", "t5");
    }

    @Test
    void a_handler_that_is_told_to_wait_keeps_all_tasks_of_its_key_from_starting_and_uses_no_retry() throws Exception {
        AtomicInteger refusals = new AtomicInteger(3);
        List<Long> refusedAt = new CopyOnWriteArrayList<>();
        worker = start(broker, List.of(limited(Limit.of("service", "header:tenant", 0, null), 1, delivery -> {
            if (delivery.message().headers().get("tenant").equals("busy") && refusals.getAndDecrement() > 0) {
                refusedAt.add(System.nanoTime());
                throw new RetryAfterException(Duration.ofMillis(200));
            }
            handled.add(delivery.message().id());
        })));
        client.enqueueAll(List.of(task("a", "busy").maxRetry(0), task("b", "busy").maxRetry(0), task("c", "quick")));

        assertThat(handled.take()).isEqualTo("c");
        awaitHandled("a", "b");
        awaitIdle();
        assertThat(refusedAt).hasSize(3);
        // one more may start while the first outcome is written
        assertThat(refusedAt.get(2) - refusedAt.get(0)).isGreaterThan(Duration.ofMillis(190).toNanos());
        assertThat(redis.exists(DEFAULT.retry(), DEFAULT.archived())).isZero();
    }

    @Test
    void a_limit_needs_one_queue_and_single_tasks() {
        ChannelConfig several = new ChannelConfig("mails", Map.of("a", 1, "b", 1), "", POLICY);
        ChannelConfig groups = new ChannelConfig("mails", Map.of("a", 1), "", POLICY, GroupConfig.DEFAULT);

        assertThatThrownBy(() -> several.withLimit(byTenant(1))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("channel mails has the limit tenants and several queues [a, b]; a limit needs a "
                        + "single queue");
        assertThatThrownBy(() -> groups.withLimit(byTenant(1))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("channel mails has the limit tenants and handles groups; a limit needs single tasks");
    }
}

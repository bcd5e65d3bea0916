package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** Two nodes under load, whose clocks are set while tasks run. */
class ClockStepsTest extends WorkerTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Pattern SCRIPT_CALLS = Pattern.compile("cmdstat_evalsha:calls=(\\d+)");

    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger begun = new AtomicInteger();
    private final Queue<String> interrupted = new ConcurrentLinkedQueue<>();
    /** Ticks in the order in which they were enqueued, by any node. */
    private final Queue<PeriodicTaskEnqueued> ticks = new ConcurrentLinkedQueue<>();
    private final List<Node> nodes = new ArrayList<>();

    /** A server with its own clocks. Its monotonic clock stands still while a machine is suspended. */
    private final class Node {
        private volatile Duration wallStep = Duration.ZERO;
        private volatile Long suspendedAt;
        private final Broker of = closedLater(RedisBroker.connectFrom(RedisConfig.of(TestRedis.SINGLE.url()),
                new Clock() {
                    @Override
                    public Instant instant() {
                        return Instant.now().plus(wallStep);
                    }

                    @Override
                    public ZoneOffset getZone() {
                        return ZoneOffset.UTC;
                    }

                    @Override
                    public Clock withZone(ZoneId zone) {
                        return this;
                    }
                }, () -> suspendedAt == null ? System.nanoTime() : suspendedAt));

        Node(PeriodicTask... entries) {
            Channel channel = new Channel(new ChannelConfig("all", Map.of("default", 1, "ticks", 1), "",
                    FailurePolicy.of(RetryDelay.fixed(HOUR))));
            HandlerLane.open(channel, 6, delivery -> {
                if (delivery.message().type().equals("long")) {
                    begun.incrementAndGet();
                    try {
                        release.await();
                    } catch (InterruptedException e) {
                        interrupted.add(delivery.message().id());
                        throw e;
                    }
                }
                handled.add(delivery.message().id());
            }, pool);
            start(of, List.of(channel));
            PeriodicScheduler scheduler = PeriodicScheduler.builder(of)
                    .listener(event -> ticks.add((PeriodicTaskEnqueued) event)).build();
            for (PeriodicTask entry : entries) {
                scheduler.put(entry);
            }
            PeriodicThread thread = scheduler.start(Thread::new);
            closedLater(() -> thread.stop(FIVE_SECONDS));
        }
    }

    @Test
    @SomeDays(oneIn = 3)
    void nothing_is_interrupted_archived_early_or_missed() throws Exception {
        config.recoveryInterval(Duration.ofMillis(20)).heartbeatInterval(Duration.ofMillis(20));
        ZonedDateTime later = Instant.now().plus(Duration.ofMinutes(30)).atZone(ZoneOffset.UTC);
        PeriodicTask everySecond = PeriodicTask.of("beat", "@every 1s", Task.of("tick", "x").queue("ticks"));
        PeriodicTask nightly = PeriodicTask.of("nightly", later.getMinute() + " " + later.getHour() + " * * *",
                Task.of("nightly", "x").queue("ticks"));
        for (int i = 0; i < 8; i++) {
            client.enqueue(Task.of("long", "x").id("long-" + i).maxRetry(0));
        }
        client.enqueue(Task.of("delayed", "x").id("delayed").processIn(Duration.ofMinutes(30)));
        nodes.add(new Node(everySecond, nightly));
        nodes.add(new Node(everySecond, nightly));
        await().untilAsserted(() -> assertThat(begun).hasValue(8));
        aWhile();

        nodes.get(0).wallStep = HOUR;
        nodes.get(1).wallStep = HOUR.negated();
        aWhile();
        nodes.get(0).wallStep = HOUR.negated();
        nodes.get(1).wallStep = HOUR;
        aWhile();
        nodes.get(0).suspendedAt = System.nanoTime();
        aWhile();

        assertThat(interrupted).isEmpty();
        assertThat(handled).doesNotContain("delayed").doesNotHaveDuplicates();
        assertThat(redis.exists(DEFAULT.archived(), DEFAULT.retry())).isZero();
        assertThat(redis.zrange(DEFAULT.scheduled(), 0, -1)).containsExactly("delayed");
        assertEachSecondHasItsTick();
        release.countDown();
        await().untilAsserted(
                () -> assertThat(handled).contains("long-0", "long-1", "long-2", "long-3", "long-4", "long-5",
                        "long-6", "long-7"));
        await().untilAsserted(() -> assertThat(redis.exists(DEFAULT.active(), DEFAULT.lease())).isZero());
        assertThat(count(DEFAULT.failed())).isZero();
    }

    /** Tasks are run, ticks are enqueued, and leases are extended and looked for many times. */
    private void aWhile() {
        int had = ticks.size();
        int called = scriptCalls();
        int ran = handled.size();
        client.enqueueAll(IntStream.range(0, 200).mapToObj(i -> Task.of("short", "x")).toList());
        await().untilAsserted(() -> {
            assertThat(ticks.size()).isGreaterThan(had + 1);
            assertThat(scriptCalls()).isGreaterThan(called + 400);
            assertThat(handled.size()).isGreaterThanOrEqualTo(ran + 200);
        });
    }

    private int scriptCalls() {
        Matcher calls = SCRIPT_CALLS.matcher(redis.info("commandstats"));
        return calls.find() ? Integer.parseInt(calls.group(1)) : 0;
    }

    private void assertEachSecondHasItsTick() {
        assertThat(ticks).extracting(PeriodicTaskEnqueued::entry).containsOnly("beat");
        List<Instant> all = ticks.stream().map(PeriodicTaskEnqueued::tick).sorted().toList();
        Instant first = all.get(0);
        assertThat(all).containsExactlyElementsOf(
                IntStream.range(0, all.size()).mapToObj(i -> first.plusSeconds(i)).toList());
        assertThat(all.get(all.size() - 1)).isBefore(Instant.now().plusMillis(500));
    }
}

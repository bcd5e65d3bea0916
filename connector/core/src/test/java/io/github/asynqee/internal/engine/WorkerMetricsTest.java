package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.metrics.Distribution;
import io.github.asynqee.internal.metrics.Label;
import io.github.asynqee.internal.metrics.MetricSource;
import io.github.asynqee.internal.metrics.NodeMetric;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.Limit;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** The metrics of a worker. */
class WorkerMetricsTest extends GroupTest {

    private MetricSource source(NodeMetric metric, Predicate<Map<Label, String>> labels) {
        return broker.metrics().sources().stream().filter(source -> source.bean() == metric.bean())
                .filter(source -> labels.test(source.labels())).findFirst()
                .orElseThrow(() -> new AssertionError("nothing has counted " + metric));
    }

    private MetricSource of(NodeMetric metric, String type) {
        return source(metric, labels -> type.equals(labels.get(Label.TYPE)));
    }

    private long value(NodeMetric metric) {
        return source(metric, labels -> true).value(metric);
    }

    private Distribution values(NodeMetric metric) {
        return source(metric, labels -> true).histogram(metric).read();
    }

    private Map<String, Long> outcomes(String type) {
        return of(NodeMetric.OUTCOMES, type).split(NodeMetric.OUTCOMES);
    }

    private static Map<String, Long> outcomes(int done, int retry, int archive, int requeue, int lost) {
        return Map.of("done", (long) done, "retry", (long) retry, "archive", (long) archive, "revoke", 0L, "requeue",
                (long) requeue, "lost", (long) lost);
    }

    private void enqueue(String type, String id) {
        client.enqueue(Task.of(type, "{}").id(id));
    }

    @Test
    void each_attempt_counts_once_under_its_outcome_and_type() throws InterruptedException {
        channel("default", 1, delivery -> {
            switch (delivery.message().type()) {
                case "fails" -> throw new IllegalStateException("failed");
                case "hopeless" -> throw new SkipRetryException("hopeless");
                default -> clock.advance(Duration.ofMillis(40));
            }
        });
        enqueue("works", "a");
        enqueue("works", "b");
        enqueue("fails", "c");
        enqueue("hopeless", "d");
        start();
        awaitHandled("a", "b", "c", "d");
        awaitNothingHeld();

        assertThat(outcomes("works")).isEqualTo(outcomes(2, 0, 0, 0, 0));
        assertThat(outcomes("fails")).isEqualTo(outcomes(0, 1, 0, 0, 0));
        assertThat(outcomes("hopeless")).isEqualTo(outcomes(0, 0, 1, 0, 0));
        assertThat(of(NodeMetric.CONSUMED, "works").value(NodeMetric.CONSUMED)).isEqualTo(2);
        Distribution durations = of(NodeMetric.PROCESS_DURATION, "works").histogram(NodeMetric.PROCESS_DURATION).read();
        assertThat(durations.count()).isEqualTo(2);
        assertThat(durations.sum()).isCloseTo(0.08, Assertions.within(1e-9));
        assertThat(of(NodeMetric.OUTCOMES, "works").labels()).containsEntry(Label.CHANNEL, "channel-0")
                .containsEntry(Label.QUEUE, "default");
        assertThat(values(NodeMetric.SETTLE_SIZE).sum()).isEqualTo(4);
    }

    @Test
    void the_wait_in_the_queue_counts_from_pending_for_the_first_eight_of_a_fetch() throws InterruptedException {
        IntStream.range(0, 10).forEach(i -> enqueue("mail", "t" + i));
        clock.advance(Duration.ofSeconds(4));
        channel("default", 10, delivery -> {});
        start();
        awaitHandled(IntStream.range(0, 10).mapToObj(i -> "t" + i).toArray(String[]::new));
        awaitNothingHeld();

        Distribution waits = of(NodeMetric.QUEUE_WAIT, "mail").histogram(NodeMetric.QUEUE_WAIT).read();
        assertThat(waits.count()).isEqualTo(8);
        assertThat(waits.sum()).isEqualTo(32);
        assertThat(values(NodeMetric.FETCH_SIZE).count()).isEqualTo(1);
        assertThat(values(NodeMetric.FETCH_SIZE).sum()).isEqualTo(10);
        await().untilAsserted(() -> assertThat(value(NodeMetric.FETCHES_EMPTY)).isPositive());
    }

    @Test
    void the_wait_in_the_queue_is_known_too_if_only_some_types_are_taken() throws InterruptedException {
        enqueue("other", "x");
        enqueue("mail", "t");
        clock.advance(Duration.ofSeconds(3));
        channel(Map.of("default", 1), "mail", 1, POLICY, delivery -> {});
        start();
        awaitHandled("t");
        awaitNothingHeld();

        assertThat(of(NodeMetric.QUEUE_WAIT, "mail").histogram(NodeMetric.QUEUE_WAIT).read().sum()).isEqualTo(3);
    }

    @Test
    void busy_and_free_lanes_and_tasks_in_flight_are_current_values() throws InterruptedException {
        startAndHold(5, "a", "b");

        assertThat(value(NodeMetric.LANES_BUSY)).isEqualTo(2);
        assertThat(value(NodeMetric.LANES_FREE)).isEqualTo(3);
        assertThat(value(NodeMetric.IN_FLIGHT)).isEqualTo(2);
        release.countDown();
        await().untilAsserted(() -> {
            assertThat(value(NodeMetric.LANES_BUSY)).isZero();
            assertThat(value(NodeMetric.LANES_FREE)).isEqualTo(5);
            assertThat(value(NodeMetric.IN_FLIGHT)).isZero();
        });
    }

    @Test
    void tasks_held_for_a_lane_count_as_prefetched() throws InterruptedException {
        startWithTasksHeld(release);

        await().untilAsserted(
                () -> assertThat(value(NodeMetric.PREFETCHED)).isEqualTo(channels.get(0).prefetched()).isPositive());
        release.countDown();
    }

    /** Starts the worker with tasks that run until they are released. */
    private void startAndHold(int lanes, String... ids) throws InterruptedException {
        CountDownLatch running = new CountDownLatch(ids.length);
        channel("default", lanes, delivery -> {
            running.countDown();
            release.await();
        });
        for (String id : ids) {
            enqueue("mail", id);
        }
        start();
        awaitSignal(running);
    }

    private void startLimited(Limit limit, int lanes) {
        Channel channel = new Channel(new ChannelConfig("limited", Map.of("default", 1), "", POLICY).withLimit(limit));
        HandlerLane.open(channel, lanes, delivery -> release.await(), pool);
        channels.add(channel);
        start();
    }

    @Test
    void tasks_that_wait_because_of_a_limit_count_as_postponed() {
        for (int i = 0; i < 5; i++) {
            enqueue("mail", "t" + i);
        }
        startLimited(Limit.of("one", "queue", 1, null), 2);

        await().untilAsserted(() -> assertThat(value(NodeMetric.POSTPONED)).isEqualTo(4));
        release.countDown();
    }

    @Test
    void so_do_tasks_that_wait_for_the_turn_of_their_key_but_not_one_that_is_taken_at_once() {
        for (int i = 0; i < 5; i++) {
            enqueue("mail", "t" + i);
        }
        startLimited(new Limit.FairBy("type"), 1);

        await().untilAsserted(() -> assertThat(value(NodeMetric.POSTPONED)).isEqualTo(4));
        release.countDown();
    }

    @Test
    void a_shutdown_requeues_what_runs_and_ends_the_metrics_of_the_worker() throws InterruptedException {
        startAndHold(1, "a");
        MetricSource type = of(NodeMetric.OUTCOMES, "mail");
        worker.shutdown(Duration.ZERO);

        assertThat(type.split(NodeMetric.OUTCOMES)).isEqualTo(outcomes(0, 0, 0, 1, 0));
        assertThat(broker.metrics().sources()).extracting(source -> source.bean().typeName())
                .containsExactlyInAnyOrder("Redis", "Queue");
    }

    @Test
    void a_lost_lease_counts_as_lost_and_an_extension_as_extended() throws InterruptedException {
        startAndHold(1, "a");
        await().untilAsserted(() -> assertThat(value(NodeMetric.LEASES_EXTENDED)).isPositive());
        redis.zadd(DEFAULT.lease(), 2_100_000_000, "a");

        await().untilAsserted(() -> {
            assertThat(value(NodeMetric.LEASES_LOST)).isEqualTo(1);
            assertThat(outcomes("mail")).isEqualTo(outcomes(0, 0, 0, 0, 1));
        });
    }

    @Test
    void a_task_of_a_dead_worker_counts_as_recovered() {
        config.recoveryInterval(Duration.ofMillis(10));
        enqueue("mail", "a");
        assertThat(broker.workerCommands().dequeue("default", 1).size()).isEqualTo(1);
        clock.advance(Duration.ofMinutes(2));
        channel("low", 1, delivery -> {});
        channel("default", 1, delivery -> {});
        start();

        await().untilAsserted(() -> assertThat(value(NodeMetric.RECOVERIES)).isEqualTo(1));
    }

    @Test
    void a_task_that_no_channel_handles_counts_without_a_channel() {
        config.failUnhandledTypes();
        channel(Map.of("default", 1), "mail", 1, POLICY, delivery -> {});
        enqueue("other", "a");
        start();
        await().untilAsserted(() -> assertThat(broker.metrics().sources())
                .anyMatch(source -> WorkerMetrics.NO_CHANNEL.equals(source.labels().get(Label.CHANNEL))
                        && source.split(NodeMetric.OUTCOMES).get("retry") == 1));
    }

    @Test
    void members_of_a_group_count_once_each_and_their_handler_once() throws InterruptedException {
        aggregate("", 1, group -> clock.advance(Duration.ofMillis(20)));
        join("a", "b", "c");
        start();
        called();
        awaitNothingHeld();

        assertThat(outcomes("email:welcome")).isEqualTo(outcomes(3, 0, 0, 0, 0));
        MetricSource type = of(NodeMetric.CONSUMED, "email:welcome");
        assertThat(type.value(NodeMetric.CONSUMED)).isEqualTo(3);
        assertThat(type.histogram(NodeMetric.PROCESS_DURATION).read().count()).isEqualTo(1);
    }

    @Test
    void members_of_a_group_whose_stage_is_lost_count_as_lost() throws InterruptedException {
        handlerWaits();
        join("a", "b", "c");
        start();
        called();
        redis.del(DEFAULT.aggregationSets());
        awaitSignal(interrupted);

        await().untilAsserted(() -> assertThat(outcomes("email:welcome")).isEqualTo(outcomes(0, 0, 0, 0, 3)));
    }

    @Test
    void tasks_enqueued_count_by_queue_and_result() {
        enqueue("mail", "a");
        client.enqueue(Task.of("mail", "{}").id("b").queue("low"));
        Assertions.assertThatThrownBy(() -> enqueue("mail", "a")).isInstanceOf(EnqueueException.class);

        assertThat(source(NodeMetric.ENQUEUED, labels -> labels.get(Label.QUEUE).equals("default"))
                .split(NodeMetric.ENQUEUED)).isEqualTo(Map.of("stored", 1L, "duplicate", 1L, "failed", 0L));
        assertThat(source(NodeMetric.ENQUEUED, labels -> labels.get(Label.QUEUE).equals("low"))
                .split(NodeMetric.ENQUEUED)).isEqualTo(Map.of("stored", 1L, "duplicate", 0L, "failed", 0L));
    }

    @Test
    void round_trips_and_failed_commands_of_redis_count() {
        enqueue("mail", "a");
        assertThat(values(NodeMetric.ROUND_TRIP).count()).isPositive();
        assertThat(values(NodeMetric.ROUND_TRIP).sum()).isPositive();
        assertThat(value(NodeMetric.COMMANDS_FAILED)).isZero();

        redis.set(DEFAULT.pending(), "no list");
        Assertions.assertThatThrownBy(() -> enqueue("mail", "b")).isInstanceOf(EnqueueException.class);

        assertThat(value(NodeMetric.COMMANDS_FAILED)).isEqualTo(1);
        assertThat(source(NodeMetric.ENQUEUED, labels -> true).split(NodeMetric.ENQUEUED)).containsEntry("failed", 1L);
    }
}

package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Level;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.VersionRange;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.Test;

/** A worker leaves tasks of unknown versions to the workers that handle them. */
class VersionsTest extends WorkerTest {

    private static final FailurePolicy POLICY = FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)));

    private Channel versions(int first, int last, Collection<String> into) {
        Channel channel = new Channel(new ChannelConfig("emails", Map.of("default", 1), "", POLICY)
                .withVersions(new VersionRange(first, last)));
        HandlerLane.open(channel, 5, delivery -> into.add(delivery.message().id()), pool);
        return channel;
    }

    private static Task<String> task(String id, int version) {
        return Task.of("email:welcome", "{}").id(id).version(version).maxRetry(0);
    }

    @Test
    void in_a_rolling_deployment_each_worker_gets_the_versions_it_knows() {
        Collection<String> old = new ConcurrentLinkedQueue<>();
        Collection<String> current = new ConcurrentLinkedQueue<>();
        start(connected(TestRedis.SINGLE.url()), List.of(versions(1, 2, old)));
        start(connected(TestRedis.SINGLE.url()), List.of(versions(2, 3, current)));

        client.enqueueAll(IntStream.range(0, 3_000).mapToObj(i -> task(i % 3 + 1 + ":" + i, i % 3 + 1)).toList());

        await().untilAsserted(() -> assertThat(old.size() + current.size()).isEqualTo(3_000));
        assertThat(old).noneMatch(id -> id.startsWith("3:"));
        assertThat(current).noneMatch(id -> id.startsWith("1:"));
        assertThat(old).doesNotHaveDuplicates().doesNotContainAnyElementsOf(current);
        assertThat(current).doesNotHaveDuplicates();
        await().untilAsserted(
                () -> assertThat(redis.exists(DEFAULT.pending(), DEFAULT.active(), DEFAULT.retry())).isZero());
    }

    @Test
    void a_version_that_nobody_knows_is_postponed_at_no_cost_even_where_unknown_types_fail() {
        Collection<String> known = new ConcurrentLinkedQueue<>();
        client.enqueue(task("unknown", 4));
        client.enqueue(task("known", 3));
        config.returnUnhandledTypesAfter(Duration.ofMillis(200)).failUnhandledTypes();

        try (RecordedLog log = RecordedLog.ofAll()) {
            start(broker, List.of(versions(2, 3, known)));
            await().untilAsserted(() -> assertThat(redis.zscore(DEFAULT.retry(), "unknown")).isNotNull());

            assertThat(log.lines(Level.WARNING)).anySatisfy(line -> assertThat(line)
                    .contains("no channel handles version 4 of tasks of type \"email:welcome\" of queue default"));
        }

        assertThat(known).containsExactly("known");
        assertThat(stored("unknown").retried()).isZero();
        assertThat(stored("unknown").errorMessage())
                .isEqualTo("handler not found for version 4 of task \"email:welcome\"");
        assertThat(count(DEFAULT.failed())).isZero();
    }

    @Test
    void a_version_that_was_postponed_reaches_the_worker_that_comes_later() {
        config.returnUnhandledTypesAfter(Duration.ofMillis(1)).delayedTaskCheckInterval(Duration.ofMillis(20));
        client.enqueue(task("new", 4));
        Worker old = start(broker, List.of(versions(2, 3, new ConcurrentLinkedQueue<>())));
        await().untilAsserted(() -> assertThat(stored("new").errorMessage()).isNotEmpty());
        old.shutdown(FIVE_SECONDS);

        Collection<String> later = new ConcurrentLinkedQueue<>();
        start(connected(TestRedis.SINGLE.url()), List.of(versions(4, 4, later)));

        await().untilAsserted(() -> assertThat(later).containsExactly("new"));
    }

    @Test
    void a_channel_without_versions_gets_all() throws Exception {
        channel("default", 1, delivery -> {});
        client.enqueueAll(List.of(task("four", 4), Task.of("email:welcome", "{}").id("none")));

        start();

        awaitHandled("four", "none");
    }
}

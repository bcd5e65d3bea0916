package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Repair;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.statistics.WorkerStatistics;
import io.github.asynqee.statistics.QueueStatistics;
import io.github.asynqee.statistics.QueueStatistics.Numbers;
import io.github.asynqee.statistics.QueueStatistics.Series;
import io.github.asynqee.statistics.StatisticsRange;
import org.junit.jupiter.api.Test;

/** The statistics of queues that workers record. */
class StatisticsTest extends InspectorTest {

    private final WorkerStatistics statistics = new WorkerStatistics();

    private void flush() {
        broker.maintenanceCommands().recordStatistics(statistics.take());
    }

    private void processed(String type, int times, boolean failed) {
        IntStream.range(0, times).forEach(i -> statistics.of("default", type).ended(failed));
    }

    private QueueStatistics read(StatisticsRange range) {
        return inspector.queues().statistics("default", range);
    }

    private static Series type(QueueStatistics read, String type) {
        return read.types().stream().filter(series -> series.type().equals(type)).findFirst().orElseThrow();
    }

    @Test
    void numbers_are_read_by_type_and_time() {
        given(task("t1"), TaskState.PENDING);
        processed("mail:send", 3, false);
        processed("report", 1, true);
        flush();
        clock.advance(Duration.ofMinutes(2));
        processed("mail:send", 2, true);
        flush();

        QueueStatistics hour = read(StatisticsRange.HOUR);
        assertThat(hour.types()).extracting(Series::type).containsExactly("mail:send", "report");
        List<Numbers> points = type(hour, "mail:send").points();
        assertThat(points).hasSize(60);
        assertThat(points.get(59).processed()).isEqualTo(2);
        assertThat(points.get(57).processed()).isEqualTo(3);
        assertThat(points.get(57).at()).isEqualTo(Instant.ofEpochSecond(NOW.getEpochSecond() / 60 * 60));
        assertThat(hour.all().total().processed()).isEqualTo(6);
        assertThat(hour.all().total().failed()).isEqualTo(3);
        assertThat(hour.all().points().get(57).failed()).isEqualTo(1);
    }

    @Test
    void each_range_has_its_steps() {
        given(task("t1"), TaskState.PENDING);
        processed("a", 1, false);
        flush();
        clock.advance(Duration.ofHours(3));
        processed("a", 1, false);
        flush();

        assertThat(read(StatisticsRange.HOUR).all().total().processed()).isEqualTo(1);
        assertThat(read(StatisticsRange.DAY).all().points()).hasSize(24)
                .extracting(Numbers::processed).endsWith(1L, 0L, 0L, 1L);
        assertThat(read(StatisticsRange.WEEK).all().points()).hasSize(168);
        assertThat(read(StatisticsRange.WEEK).all().total().processed()).isEqualTo(2);
        assertThat(read(StatisticsRange.MONTH).all().points()).hasSize(30);
        assertThat(read(StatisticsRange.MONTH).all().total().processed()).isEqualTo(2);
    }

    @Test
    void percentiles_are_near_the_durations() {
        given(task("t1"), TaskState.PENDING);
        for (int i = 1; i <= 100; i++) {
            statistics.of("default", "a").running().count(i * 1_000_000L);
            statistics.of("default", "a").waiting().count(i * 1_000_000_000L);
        }
        flush();

        Numbers total = type(read(StatisticsRange.HOUR), "a").total();
        assertThat(total.running().count()).isEqualTo(100);
        assertThat(total.running().p50().toMillis()).isBetween(40L, 60L);
        assertThat(total.running().p95().toMillis()).isBetween(76L, 114L);
        assertThat(total.waiting().p50().toSeconds()).isBetween(40L, 60L);
        assertThat(total.waiting().p95().toSeconds()).isBetween(76L, 114L);
    }

    @Test
    void types_beyond_the_maximum_are_counted_together_also_those_of_several_workers() {
        given(task("t1"), TaskState.PENDING);
        for (int i = 0; i < 150; i++) {
            processed("one-" + i, 1, false);
        }
        flush();
        WorkerStatistics another = new WorkerStatistics();
        for (int i = 0; i < 150; i++) {
            another.of("default", "two-" + i).ended(false);
        }
        broker.maintenanceCommands().recordStatistics(another.take());

        QueueStatistics read = read(StatisticsRange.HOUR);
        assertThat(read.types()).hasSize(WorkerStatistics.MAX_TYPES + 1);
        assertThat(type(read, WorkerStatistics.OTHER).total().processed()).isEqualTo(100);
        assertThat(read.all().total().processed()).isEqualTo(300);
    }

    @Test
    void what_others_processed_is_counted_only() {
        settle(active(task("t1")), new Outcome.Done());
        settle(active(task("t2")), new Outcome.Done());
        processed("email:welcome", 1, false);
        flush();

        QueueStatistics read = read(StatisticsRange.HOUR);
        assertThat(read.recorded()).isEqualTo(1);
        assertThat(read.counted()).isEqualTo(2);
    }

    @Test
    void all_keys_expire_and_none_is_damage() {
        given(task("t1"), TaskState.PENDING);
        processed("a", 1, false);
        flush();

        List<String> keys = redis.nodes().stream().flatMap(node -> node.keys("*:stats:*").stream()).toList();
        assertThat(keys).hasSize(3).allSatisfy(key -> assertThat(redis.at(key).ttl(key)).isPositive());
        assertThat(inspector.health().repair("default", false)).isEqualTo(List.<Repair>of());
    }

    @Test
    void a_removed_queue_leaves_none() {
        given(task("t1"), TaskState.PENDING);
        processed("a", 1, false);
        flush();
        clock.advance(Duration.ofMinutes(65));
        processed("a", 1, false);
        flush();

        inspector.queues().remove("default", true);

        assertThat(redis.nodes().stream().flatMap(node -> node.keys("*stats*").stream())).isEmpty();
    }
}

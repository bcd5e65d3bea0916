package io.github.asynqee.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;

import org.junit.jupiter.api.Test;

class RecorderTest {

    private static final long MILLIS = 1_000_000;

    private final Recorder recorder = new Recorder(100);
    private final long now = BenchTask.nanos(Instant.now());

    private void started(int number, long readyMillisAgo) {
        started(number, readyMillisAgo, 0);
    }

    private void started(int number, long readyMillisAgo, int group) {
        recorder.started(new BenchTask(number, now - readyMillisAgo * MILLIS).payload(BenchTask.MIN_SIZE), group);
    }

    @Test
    void without_tasks_there_is_no_latency() {
        assertThat(recorder.summary(Recorder.ALL))
                .isEqualTo(Map.of("distinct", 0L, "duplicates", 0L, "unexpected", 0L));
    }

    @Test
    void lost_repeated_and_unexpected_tasks_are_counted() {
        started(3, 0);
        started(4, 0);
        started(3, 0);
        started(3, 0);
        started(100, 0);
        started(-1, 0);

        assertThat(recorder.summary(Recorder.ALL)).containsEntry("distinct", 2L).containsEntry("duplicates", 2L)
                .containsEntry("unexpected", 2L);
    }

    @Test
    void groups_are_counted_separately() {
        started(3, 5);
        started(4, 0, 1);
        started(5, 0, 1);
        started(5, 0, 1);

        assertThat(recorder.summary(0)).containsEntry("distinct", 1L).containsEntry("duplicates", 0L);
        assertThat(recorder.summary(1)).containsEntry("distinct", 2L).containsEntry("duplicates", 1L);
        assertThat(recorder.summary(Recorder.ALL)).containsEntry("distinct", 3L).containsEntry("duplicates", 1L);
        assertThat(recorder.summary(0).get("min")).isGreaterThanOrEqualTo(5 * MILLIS);
    }

    @Test
    void waiting_for_a_group_does_not_end_with_tasks_of_the_other() {
        started(1, 0);
        started(2, 0);
        long begin = System.nanoTime();

        recorder.await(2, 1, 30);
        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(30 * MILLIS);
        recorder.await(2, 0, 60_000);
        recorder.await(2, Recorder.ALL, 60_000);
        assertThat(System.nanoTime() - begin).isLessThan(30_000 * MILLIS);
    }

    @Test
    void quantiles_are_of_the_time_from_ready_to_start() {
        for (int i = 0; i < 100; i++) {
            started(i, 10_000 * (i + 1));
        }

        Map<String, Long> summary = recorder.summary(Recorder.ALL);

        assertThat(summary.get("p50") / MILLIS).isBetween(500_000L, 509_000L);
        assertThat(summary.get("p95") / MILLIS).isBetween(950_000L, 959_000L);
        assertThat(summary.get("p99") / MILLIS).isBetween(990_000L, 999_000L);
        assertThat(summary.get("max") / MILLIS).isBetween(1_000_000L, 1_009_000L);
        assertThat(summary.get("first")).isBetween(now, summary.get("last"));
    }

    @Test
    void a_payload_has_the_requested_size_and_can_be_read() {
        BenchTask task = new BenchTask(7, 123_456_789_012_345_678L);

        assertThat(task.payload(1_000)).hasSize(1_000);
        assertThat(task.payload(1)).hasSize(BenchTask.MIN_SIZE);
        assertThat(BenchTask.of(task.payload(1_000))).isEqualTo(task);
    }
}

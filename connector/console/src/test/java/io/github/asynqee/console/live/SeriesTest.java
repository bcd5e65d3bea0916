package io.github.asynqee.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.live.Overview.Point;
import io.github.asynqee.console.view.QueueRow;
import org.junit.jupiter.api.Test;

class SeriesTest {

    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final Series series = new Series();

    private static QueueRow queue(String name, String state, long pending, long latencyMs, long processed,
            long failed) {
        return new QueueRow(name, state, pending, 0, 0, 0, 0, 0, 0, 0, pending, 0, Duration.ofMillis(latencyMs), 0, 0,
                processed, failed, 1, START);
    }

    private void read(long seconds, QueueRow... queues) {
        series.add(new Snapshot(START.plusSeconds(seconds), List.of(queues), List.of(), List.of(), null, true));
    }

    @Test
    void a_minute_has_what_passed_in_it_and_the_longest_wait_of_queues_that_are_not_paused() {
        read(0, queue("a", "run", 1, 10, 100, 10), queue("b", "run", 0, 0, 5, 0));
        read(30, queue("a", "run", 1, 99_000, 150, 10), queue("b", "run", 0, 0, 5, 0));
        read(60, queue("a", "run", 7, 1_200, 170, 13), queue("b", "run", 2, 3_400, 6, 1),
                queue("c", "paused", 3, 90_000, 0, 0));

        assertThat(series.points()).containsExactly(new Point(START.plusSeconds(60), 71, 4, 12, 3_400));
    }

    @Test
    void counters_that_have_gone_with_their_queue_are_no_negative_number() {
        read(0, queue("a", "run", 0, 0, 100, 10));
        read(60);

        assertThat(series.points()).containsExactly(new Point(START.plusSeconds(60), 0, 0, 0, 0));
    }
}

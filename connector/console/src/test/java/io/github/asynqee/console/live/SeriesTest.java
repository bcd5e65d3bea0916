package io.github.asynqee.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.console.live.Overview.Point;
import io.github.asynqee.console.view.QueueRow;
import org.junit.jupiter.api.Test;

class SeriesTest {

    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final Series series = new Series();

    private static QueueRow queue(String name, String state, long pending, long latencyMs, long processed,
            long failed) {
        return new QueueRow(name, state, pending, 0, 0, 0, 0, 0, 0, 0, 0, 0, pending, 0, Duration.ofMillis(latencyMs),
                0,
                0,
                processed, failed, 1, START);
    }

    private void read(long seconds, QueueRow... queues) {
        read(seconds, true, 0, queues);
    }

    private void read(long seconds, boolean complete, long unread, QueueRow... queues) {
        series.add(new Snapshot(START.plusSeconds(seconds), List.of(queues), List.of(), List.of(),
                unread == 0 ? List.of() : List.of(new QueueAge("another", Instant.MIN, true)),
                new ExaminationTimes(Map.of(), START, START), complete));
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

    @Test
    void what_was_counted_before_a_queue_could_be_read_is_not_of_the_minute_in_which_it_is_read() {
        read(0, false, 0, queue("a", "run", 0, 0, 100, 10));
        read(2, true, 1, queue("a", "run", 0, 0, 100, 10), queue("b", "run", 0, 0, 1_000_000, 5));
        assertThat(series.points()).isEmpty();
        read(62, queue("a", "run", 0, 0, 101, 10), queue("b", "run", 0, 0, 1_000_002, 6),
                queue("node was down", "run", 0, 0, 777, 77));
        read(122, queue("a", "run", 0, 0, 101, 10), queue("b", "run", 0, 0, 1_000_002, 6),
                queue("node was down", "run", 0, 0, 780, 78), queue("new", "run", 0, 0, 40, 4));

        assertThat(series.points()).containsExactly(new Point(START.plusSeconds(62), 3, 1, 0, 0),
                new Point(START.plusSeconds(122), 43, 5, 0, 0));
    }
}

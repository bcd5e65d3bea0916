package io.github.asynqee.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.MatchingTasks.RouteState;
import io.github.asynqee.internal.broker.watch.QueueEnds;
import org.junit.jupiter.api.Test;

class QueueMarksTest {

    private static final long LATER = Duration.ofMinutes(6).toNanos();
    private static final long PAUSE = Duration.ofMillis(200).toNanos();

    private final QueueMarks marks = new QueueMarks(1, 0);

    /** A call has ended at a distance from the head. */
    private void found(String mark, boolean exhausted, long now) {
        marks.found(new MatchingTasks(DequeuedTasks.NONE, 1, 0, QueueEnds.EMPTY, null, "anchor of " + mark,
                List.of(new RouteState(mark, exhausted))), now);
    }

    private void assertNext(String mark, long now) {
        marks.next(now);
        assertThat(marks.mark(0)).isEqualTo(mark);
        assertThat(marks.anchor()).isEqualTo(mark == null ? null : "anchor of " + mark);
    }

    @Test
    void a_call_goes_on_where_the_last_one_has_ended() {
        assertNext(null, 0);
        found("9 1 f", false, 0);
        assertNext("9 1 f", 1);
    }

    @Test
    void the_second_scan_begins_at_the_head_and_the_first_serves_between_its_calls() {
        assertNext(null, 0);
        found("9 1 f", false, 0);
        assertNext(null, LATER);
        found("5 1 g", false, LATER);
        assertNext("9 1 f", LATER + 1);
        found("10 1 h", false, LATER + 1);
        assertNext("5 1 g", LATER + PAUSE);
        found("10 1 h2", false, LATER + PAUSE);
        assertNext("10 1 h2", LATER + PAUSE + 1);
        assertNext("10 1 h2", LATER + 2 * PAUSE);
        found("11 1 i", false, LATER + 2 * PAUSE);
        assertNext("11 1 i", LATER + 2 * PAUSE + 1);
    }

    @Test
    void a_scan_that_has_seen_the_whole_queue_has_come_far_enough() {
        assertNext(null, 0);
        found("9 1 f", false, 0);
        assertNext(null, LATER);
        found("5 1 g", true, LATER);
        assertNext("5 1 g", LATER + 1);
    }
}

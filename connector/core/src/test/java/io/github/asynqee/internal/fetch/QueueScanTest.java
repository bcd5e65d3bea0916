package io.github.asynqee.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.logging.Level;

import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.MatchingTasks.RouteState;
import io.github.asynqee.internal.broker.watch.QueueEnds;
import io.github.asynqee.internal.outage.RecordedLog;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Test;

class QueueScanTest {

    private static final int FOREIGN = 12_016;
    private static final MatchingTasks NOTHING = new MatchingTasks(DequeuedTasks.NONE, FOREIGN, 0, QueueEnds.EMPTY,
            null, null, List.of(new RouteState("54321 0 f1", false)));

    private long now;
    private final QueueScan scan = new QueueScan("mixed", 1, WorkerConfig.builder().build(),
            new ScanBudget(ScanBudget.USED_UP), now);

    /** Finds nothing but tasks of others, once a second. */
    private void lookFor(Duration time) {
        for (long end = now + time.toNanos(); now < end; now += Duration.ofSeconds(1).toNanos()) {
            scan.found(NOTHING, now);
        }
    }

    @Test
    void an_operator_is_told_once_an_hour_of_a_backlog_that_uses_up_the_budget_for_looking() {
        try (RecordedLog log = new RecordedLog(QueueScan.class)) {
            lookFor(Duration.ofSeconds(59));
            assertThat(log.lines()).isEmpty();

            lookFor(Duration.ofMinutes(59));
            assertThat(log.lines(Level.WARNING)).singleElement().asString().startsWith("queue \"mixed\" has ")
                    .contains("2 % of a core of Redis", "a queue of their own");

            lookFor(Duration.ofMinutes(2));
            assertThat(log.lines()).hasSize(2);
        }
    }

    @Test
    void operators_are_told_every_30_seconds_how_many_tasks_are_ahead_for_as_long_as_the_budget_is_used_up() {
        lookFor(Duration.ofSeconds(59));
        assertThat(scan.backlogToReport(now)).isEmpty();

        lookFor(Duration.ofSeconds(2));
        assertThat(scan.backlogToReport(now)).hasValue(54_321);
        lookFor(Duration.ofSeconds(29));
        assertThat(scan.backlogToReport(now)).isEmpty();
        lookFor(Duration.ofSeconds(1));
        assertThat(scan.backlogToReport(now)).hasValue(54_321);

        now += Duration.ofMinutes(10).toNanos();
        assertThat(scan.backlogToReport(now)).isEmpty();
    }
}

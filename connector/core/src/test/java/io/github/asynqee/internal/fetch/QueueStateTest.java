package io.github.asynqee.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;

import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.MatchingTasks.RouteState;
import io.github.asynqee.internal.broker.QueueEnds;
import io.github.asynqee.internal.engine.RecordedLog;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;
import org.junit.jupiter.api.Test;

class QueueStateTest {

    private static final int FOREIGN = 12_016;
    private static final MatchingTasks NOTHING = new MatchingTasks(DequeuedTasks.NONE, FOREIGN, 0, QueueEnds.EMPTY,
            null, null, List.of(new RouteState("54321 0 f1", false)));

    private final Channel channel = new Channel(
            new ChannelConfig("emails", Map.of("mixed", 1), "email:",
                    FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
    private long now;
    private final QueueState state = new QueueState("mixed", new Router(List.of(channel)).routes("mixed"),
            WorkerConfig.builder().build(), new LookBudget(LookBudget.USED_UP), () -> now);

    /** Finds nothing but tasks of others, once a second. */
    private void lookFor(Duration time) {
        for (long end = now + time.toNanos(); now < end; now += Duration.ofSeconds(1).toNanos()) {
            state.found(NOTHING, new int[]{ 1 });
        }
    }

    @Test
    void an_operator_is_told_once_an_hour_of_a_backlog_that_uses_up_the_budget_for_looking() {
        try (RecordedLog log = new RecordedLog(QueueState.class)) {
            lookFor(Duration.ofSeconds(59));
            assertThat(log.lines()).isEmpty();

            lookFor(Duration.ofMinutes(59));
            assertThat(log.lines(Level.WARNING)).singleElement().asString().startsWith("queue \"mixed\" has ")
                    .contains("2 % of Redis' time", "a queue of their own");

            lookFor(Duration.ofMinutes(2));
            assertThat(log.lines()).hasSize(2);
        }
    }

    @Test
    void operators_are_told_every_30_seconds_how_many_tasks_are_ahead_for_as_long_as_the_budget_is_used_up() {
        lookFor(Duration.ofSeconds(59));
        assertThat(state.backlogToReport()).isEmpty();

        lookFor(Duration.ofSeconds(2));
        assertThat(state.backlogToReport()).hasValue(54_321);
        lookFor(Duration.ofSeconds(29));
        assertThat(state.backlogToReport()).isEmpty();
        lookFor(Duration.ofSeconds(1));
        assertThat(state.backlogToReport()).hasValue(54_321);

        now += Duration.ofMinutes(10).toNanos();
        assertThat(state.backlogToReport()).isEmpty();
    }
}

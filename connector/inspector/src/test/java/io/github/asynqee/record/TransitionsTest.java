package io.github.asynqee.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.record.Transitions.Violation;
import org.junit.jupiter.api.Test;

/**
 * Each change of a task's state that Go asynq was recorded to make is a row of the table that the models of
 * {@code docs/specification} are made of. What our own scripts do is held against the table by {@link Replay}.
 */
class TransitionsTest {

    private static final String TASK = "asynq:{default}:t:a";

    private final Transitions transitions = Transitions.read();
    private final Map<String, Integer> others = new TreeMap<>();

    @Test
    @SomeDays(oneIn = 4)
    void each_recorded_change_is_a_row_of_the_table() {
        RecordedSequences.each(1, this::check);

        // what Go leaves behind, and the scripts here do not: hashes of trimmed tasks, results of tasks that are gone
        assertThat(others).containsOnly(Map.entry("ArchiveAllAggregatingTasks: archived -> damaged", 9),
                Map.entry("ArchiveAllPendingTasks: archived -> damaged", 8),
                Map.entry("ArchiveAllRetryTasks: archived -> damaged", 4),
                Map.entry("ArchiveAllScheduledTasks: archived -> damaged", 9),
                Map.entry("ArchiveTask: archived -> damaged", 12), Map.entry("WriteResult: none -> damaged", 158));
        assertThat(transitions.seen().entrySet().stream().filter(row -> row.getValue() == 0).map(Map.Entry::getKey))
                .as("rows of the table that were not met").containsExactly("forward_group of scheduled",
                        "postpone of pending", "remove_queue of aggregating", "remove_queue of completed",
                        "replace_later of pending", "replace_later of retry", "replace_now of retry",
                        "replace_now of scheduled", "serve of scheduled");
        assertThat(transitions.seen().values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(46_790);
        assertThat(transitions.damaged()).isEqualTo(50);
    }

    private void check(JsonNode sequence) {
        Space before = new Space();
        for (JsonNode recorded : sequence.get("steps")) {
            Step step = Step.of(recorded, before);
            transitions.violations(step.op(), before, step.after())
                    .forEach(violation -> others.merge(violation.change(), 1, Integer::sum));
            before = step.after();
        }
    }

    @Test
    void a_change_without_a_row_is_found() {
        assertThat(transitions.violations("Dequeue", pending(), new Space()))
                .containsExactly(new Violation("Dequeue: pending -> none", TASK));
    }

    @Test
    void an_active_task_without_a_lease_is_damaged() {
        Space active = new Space();
        active.hset(TASK, "msg", "");
        active.hset(TASK, "state", "active");
        active.lpush("asynq:{default}:active", "a");

        assertThat(transitions.violations("Dequeue", pending(), active))
                .containsExactly(new Violation("Dequeue: pending -> damaged", TASK));

        active.zadd("asynq:{default}:lease", 1, "a");
        assertThat(transitions.violations("Dequeue", pending(), active)).isEmpty();
    }

    private static Space pending() {
        Space space = new Space();
        space.hset(TASK, "msg", "");
        space.hset(TASK, "state", "pending");
        space.lpush("asynq:{default}:pending", "a");
        return space;
    }
}

package io.github.asynqee.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;

import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.task.InvalidTaskException;
import io.github.asynqee.task.Task;
import org.junit.jupiter.api.Test;

/** Entries that come, change and go while nodes run. */
class ChangingEntriesTest extends ScheduleTest {

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    private static List<SchedulerEnqueueEvent> history(Node node) {
        return node.broker.schedulers().history(node.entry("beat").id(), 1, 100);
    }

    @Test
    void a_new_spec_counts_from_now_and_the_old_one_rests() {
        Node old = node().with(every(7));
        pass(seconds(3));

        Node current = node().with(every(8));
        run(seconds(30));

        assertThat(current.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(11),
                START.plusSeconds(19), START.plusSeconds(27));
        assertThat(old.events).isEmpty();
        assertThat(old.entry("beat").next()).isNull();
    }

    @Test
    void an_old_spec_goes_on_when_nobody_has_the_new_one_any_more() {
        Node old = node().with(every(7));
        node().with(every(8));
        nodes.remove(1);

        run(seconds(60));

        assertThat(old.enqueued()).isNotEmpty();
        assertThat(old.entry("beat").next()).isNotNull();
    }

    @Test
    void an_entry_changes_at_run_time_without_losing_its_phase() {
        Node node = node().with(every(7));
        run(seconds(8));

        node.with(PeriodicTask.of("beat", "@every 7s", Task.of("beat", "changed")));
        run(seconds(6));

        assertThat(pending()).hasSize(2);
        assertThat(payload(pending().get(0))).isEqualTo("changed");
    }

    @Test
    void an_entry_whose_queue_changes_is_another_entry() {
        Node node = node().with(every(7));

        node.with(PeriodicTask.of("beat", "@every 7s", Task.of("beat", "x").queue("low")));
        run(seconds(7));

        assertThat(pending()).isEmpty();
        assertThat(redis().at("asynq:{low}:pending").llen("asynq:{low}:pending")).isEqualTo(1);
        assertThat(node.broker.schedulers().entries()).hasSize(1);
        assertThat(redis().at("asynq:{default}:pending").keys("asynq:{default}:cron:*")).isEmpty();
    }

    @Test
    void an_entry_whose_spec_changes_at_run_time_begins_anew() {
        Node node = node().with(every(7));
        pass(seconds(1));

        node.with(every(3));

        assertThat(node.entry("beat").next()).isEqualTo(START.plusSeconds(4));
        assertThat(node.broker.schedulers().entries()).hasSize(1);
    }

    @Test
    void a_removed_entry_is_gone_but_for_its_history() {
        Node node = node().with(every(7));
        run(seconds(7));
        String id = node.entry("beat").id();

        assertThat(node.scheduler.remove("beat")).isTrue();
        assertThat(node.scheduler.remove("beat")).isFalse();
        run(seconds(20));

        assertThat(pending()).hasSize(1);
        assertThat(node.scheduler.entries()).isEmpty();
        assertThat(node.broker.schedulers().entries()).isEmpty();
        assertThat(node.broker.schedulers().history(id, 1, 10)).hasSize(1);
    }

    @Test
    void another_node_that_still_has_a_removed_entry_goes_on() {
        Node one = node().with(every(7));
        Node other = node().with(every(7));
        run(seconds(10));

        one.scheduler.remove("beat");
        run(seconds(20));

        assertThat(pending()).hasSize(4);
        assertThat(other.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(14),
                START.plusSeconds(21), START.plusSeconds(28));
    }

    @Test
    void what_could_never_be_enqueued_is_refused() {
        Node node = node();

        assertThatThrownBy(() -> node.with(PeriodicTask.of("beat", "@daily", Task.of("beat", 42))))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("periodic task \"beat\" (@daily, type beat, queue default) cannot be enqueued");
        assertThatThrownBy(() -> PeriodicTask.of("beat", "@daily", Task.of("beat", "x").id("mine")))
                .hasMessageContaining("cannot have the task ID \"mine\"");
        assertThatThrownBy(() -> PeriodicTask.of(" ", "@daily", Task.of("beat", "x"))).hasMessageContaining("a name");
        assertThatThrownBy(() -> PeriodicTask.of("beat", "@daily", Task.of("x"))).hasMessageContaining("with a type");
        assertThatThrownBy(() -> PeriodicTask.of("beat", null, Task.of("beat", "x")))
                .hasMessageContaining("needs a cron spec");
        assertThat(node.scheduler.entries()).isEmpty();
    }

    @Test
    void an_unknown_name_is_refused_with_those_there_are() {
        Node node = node().with(every(7));

        assertThatThrownBy(() -> node.scheduler.pause("beet")).isInstanceOf(NoSuchElementException.class)
                .hasMessageContaining("\"beet\"").hasMessageContaining("[beat]");
    }
}

package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.periodic.CatchUp;
import io.github.asynqee.periodic.PeriodicTask;
import org.junit.jupiter.api.Test;

class PeriodicSchedulerTest extends ScheduleTest {

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    private static List<SchedulerEnqueueEvent> history(Node node) {
        return node.broker.schedulers().history(node.entry("beat").id(), 1, 100);
    }

    @Test
    void a_tick_enqueues_its_task_and_the_next_one_is_waited_for() {
        Node node = node().with(every(7));
        assertThat(node.scheduler.runOnce()).isEqualTo(START.plusSeconds(7));

        pass(seconds(7).minusMillis(1));
        assertThat(node.scheduler.runOnce()).isEqualTo(START.plusSeconds(7));
        assertThat(pending()).isEmpty();
        pass(Duration.ofMillis(1));
        assertThat(node.scheduler.runOnce()).isEqualTo(START.plusSeconds(10));

        assertThat(pending()).hasSize(1);
        assertThat(payload(pending().get(0))).isEqualTo("tick");
        PeriodicTaskEnqueued event = node.enqueued().get(0);
        assertThat(event.entry()).isEqualTo("beat");
        assertThat(event.tick()).isEqualTo(START.plusSeconds(7));
        assertThat(event.task().id()).isEqualTo(pending().get(0));
    }

    @Test
    void any_number_of_nodes_enqueues_a_tick_once() {
        for (int i = 0; i < 5; i++) {
            node().with(every(2));
        }

        run(Duration.ofMinutes(1));

        assertThat(pending()).hasSize(30).doesNotHaveDuplicates();
    }

    @Test
    void entries_with_the_same_name_queue_and_type_are_one_whatever_their_payloads() {
        node().with(every(2));
        node().with(PeriodicTask.of("beat", "@every 2s", Task.of("beat", "that of another application")));
        node().with(PeriodicTask.of("other", "@every 2s", Task.of("beat", "other")));

        run(Duration.ofMinutes(1));

        assertThat(pending()).as("30 of each entry").hasSize(60).doesNotHaveDuplicates();
    }

    @Test
    void clocks_that_differ_by_seconds_do_no_harm() {
        for (int skew : new int[]{ 0, -5, 4, 1, -2 }) {
            node(seconds(skew)).with(every(2),
                    PeriodicTask.of("minutely", "* * * * *", Task.of("beat", "x").queue("low")));
        }

        run(Duration.ofMinutes(5));

        assertThat(pending()).hasSizeBetween(149, 154);
        assertThat(nodes.stream().flatMap(node -> node.enqueued().stream()).filter(it -> it.entry().equals("beat"))
                .map(PeriodicTaskEnqueued::tick).sorted().toList())
                .doesNotHaveDuplicates().hasSize(pending().size());
        assertThat(redis().at("asynq:{low}:pending").llen("asynq:{low}:pending")).isEqualTo(5);
    }

    @Test
    void the_phase_of_a_period_survives_restarts() {
        node().with(every(7));
        run(seconds(10));
        nodes.clear();

        Node restarted = node().with(every(7));

        assertThat(restarted.entry("beat").next()).isEqualTo(START.plusSeconds(14));
        assertThat(restarted.entry("beat").previous()).isEqualTo(START.plusSeconds(7));
        assertThat(restarted.entry("beat").id()).isEqualTo(every(7).entryId());
    }

    @Test
    void a_new_entry_has_nothing_to_catch_up() {
        node().with(every(7).catchUp(CatchUp.ALL), PeriodicTask.of("daily", "@daily", Task.of("beat", "x")));

        assertThat(pending()).isEmpty();
    }

    @Test
    void without_catch_up_only_ticks_missed_by_little_are_enqueued_late() {
        node().with(every(7));
        nodes.clear();
        pass(Duration.ofHours(1));

        Node restarted = node().with(every(7));

        assertThat(pending()).hasSize(5);
        assertThat(restarted.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(
                START.plusSeconds(3570), START.plusSeconds(3577), START.plusSeconds(3584), START.plusSeconds(3591),
                START.plusSeconds(3598));
        run(seconds(7));
        assertThat(pending()).hasSize(6);
    }

    @Test
    void a_tick_missed_by_exactly_the_tolerance_is_enqueued() {
        node().with(every(100));
        pass(seconds(130));
        assertThat(nodes.get(0).scheduler.runOnce()).isNotNull();
        assertThat(pending()).hasSize(1);
        pass(seconds(101));
        nodes.get(0).scheduler.runOnce();

        assertThat(pending()).hasSize(1);
        assertThat(nodes.get(0).entry("beat").next()).isEqualTo(START.plusSeconds(300));
    }

    @Test
    void one_task_makes_up_for_all_that_were_missed() {
        node().with(every(7).catchUp(CatchUp.ONE));
        nodes.clear();
        pass(Duration.ofHours(1));

        Node restarted = node().with(every(7).catchUp(CatchUp.ONE));

        assertThat(restarted.enqueued()).extracting(PeriodicTaskEnqueued::tick)
                .containsExactly(START.plusSeconds(3598));
        run(seconds(7));
        assertThat(pending()).hasSize(2);
    }

    @Test
    void where_one_makes_up_for_all_ticks_missed_by_little_are_still_enqueued_each() {
        Node node = node().with(every(7).catchUp(CatchUp.ONE));
        pass(seconds(22));
        node.scheduler.runOnce();

        assertThat(pending()).hasSize(3);
    }

    @Test
    void each_missed_tick_is_made_up_by_whichever_node_once() {
        node().with(every(7).catchUp(CatchUp.ALL));
        nodes.clear();
        pass(Duration.ofHours(1));

        Node one = node().with(every(7).catchUp(CatchUp.ALL));
        Node other = node().with(every(7).catchUp(CatchUp.ALL));

        assertThat(pending()).hasSize(514);
        assertThat(one.enqueued()).hasSize(514).isSortedAccordingTo(java.util.Comparator
                .comparing(PeriodicTaskEnqueued::tick));
        assertThat(other.events).isEmpty();
    }

    @Test
    void of_too_many_missed_ticks_the_newest_thousand_are_made_up() {
        node().with(every(1).catchUp(CatchUp.ALL));
        nodes.clear();
        pass(Duration.ofHours(1));

        Node node = node().with(every(1).catchUp(CatchUp.ALL));

        assertThat(node.enqueued()).hasSize(1_000);
        assertThat(node.enqueued().get(0).tick()).isEqualTo(START.plusSeconds(2_601));
    }

    @Test
    void a_paused_entry_passes_on_all_nodes_and_is_not_caught_up() {
        Node one = node().with(every(7).catchUp(CatchUp.ALL));
        Node other = node().with(every(7).catchUp(CatchUp.ALL));

        one.scheduler.pause("beat");
        assertThat(one.entry("beat").paused()).isTrue();
        run(seconds(20));
        assertThat(other.entry("beat").paused()).isTrue();
        assertThat(pending()).isEmpty();

        nodes.clear();
        pass(Duration.ofHours(1));
        Node restarted = node().with(every(7).catchUp(CatchUp.ALL));
        assertThat(restarted.entry("beat").paused()).isTrue();
        restarted.scheduler.resume("beat");
        assertThat(restarted.entry("beat").paused()).isFalse();
        run(seconds(7));
        assertThat(pending()).hasSize(1);
    }

    @Test
    void a_manual_run_affects_no_tick_and_is_recorded_in_the_history() throws Exception {
        Node node = node().with(every(7));
        pass(seconds(3));
        node.scheduler.pause("beat");

        TaskInfo info = node.scheduler.runNow("beat").orElseThrow();

        node.scheduler.resume("beat");
        assertThat(pending()).containsExactly(info.id());
        assertThat(node.enqueued().get(0).tick()).isEqualTo(now());
        assertThat(history(node)).containsExactly(new SchedulerEnqueueEvent(info.id(), now()));
        assertThat(node.entry("beat").next()).isEqualTo(START.plusSeconds(7));
        run(seconds(4));
        assertThat(pending()).hasSize(2);
    }

    @Test
    void an_entry_that_fails_does_not_hold_up_the_next_tick_of_another() {
        PeriodicScheduler scheduler = PeriodicScheduler.builder(node().broker).encoder(payload -> {
            if (payload.equals("broken") && elapsed.compareTo(Duration.ZERO) > 0) {
                throw new IllegalStateException("defect");
            }
            return new byte[0];
        }).build();
        scheduler.put(every(17));
        scheduler.put(PeriodicTask.of("broken", "@daily", Task.of("beat", "broken")));
        scheduler.runOnce();
        pass(Duration.ofMillis(16_500));

        assertThat(scheduler.runOnce()).isEqualTo(START.plusSeconds(17));
    }

    @Test
    void a_task_out_of_turn_may_be_a_duplicate() throws Exception {
        Node node = node().with(PeriodicTask.of("beat", "@every 7s",
                Task.of("beat", "x").unique(Duration.ofHours(1))));
        node.scheduler.runNow("beat");

        assertThatThrownBy(() -> node.scheduler.runNow("beat")).isInstanceOf(DuplicateTaskException.class)
                .hasMessageContaining("periodic task \"beat\"");
        run(seconds(7));
        assertThat(pending()).hasSize(1);
        assertThat(node.entry("beat").previous()).isNull();
    }
}

package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.TcpProxy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Entries that come, change and go while nodes run. */
class ChangingEntriesTest extends ScheduleTest {

    private static final String STATE = "asynq:{default}:cron:" + every(7).entryId();

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

    private static PeriodicTask at(String minutes) {
        return PeriodicTask.of("beat", minutes + " 3 * * *", Task.of("beat", "x"));
    }

    /** The ticks of a new spec that starts when the old one has stopped, seconds before or after its tick at 03:34:00. */
    private List<Instant> redeployed(int stop, int start) {
        Node old = node().with(at("34"));
        run(seconds(40 + stop));
        nodes.clear();
        pass(seconds(start - stop));
        Node current = node().with(at("34,50"));
        return Stream.of(old, current).flatMap(node -> node.enqueued().stream()).map(PeriodicTaskEnqueued::tick)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({ "-5, 10, 1", "-12, 16, 1", "-40, 25, 1", "5, 10, 1", "0, 0, 1", "-5, 31, 0", "-20, -10, 0" })
    void a_tick_of_the_new_spec_that_is_due_during_a_redeployment_is_enqueued_once(int stop, int start, int ticks) {
        assertThat(redeployed(stop, start)).hasSize(ticks);
    }

    @Test
    void a_new_spec_has_no_ticks_from_the_time_of_the_old_one() {
        node().with(at("50"));
        run(seconds(45));

        assertThat(node().with(at("34,50")).enqueued()).isEmpty();
    }

    @Test
    void an_old_spec_is_resumed_when_no_node_has_the_new_one_any_more() {
        Node old = node().with(every(7));
        node().with(every(8));
        nodes.remove(1);

        run(seconds(60));

        assertThat(old.enqueued()).isNotEmpty();
        assertThat(old.entry("beat").next()).isNotNull();
    }

    @Test
    void an_old_spec_that_goes_on_keeps_its_phase_and_loses_no_tick_that_is_fresh() {
        Node old = node().with(every(7));
        node().with(every(1_000));
        nodes.remove(1);

        run(seconds(43));

        assertThat(old.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(14),
                START.plusSeconds(21), START.plusSeconds(28), START.plusSeconds(35), START.plusSeconds(42));
    }

    @Test
    void a_node_that_only_looks_does_not_take_an_entry_over() {
        Node running = node().with(every(8));
        Node looking = node();
        looking.scheduler.put(every(7));
        nodes.remove(looking);

        looking.scheduler.pause("beat");
        assertThat(looking.entry("beat").paused()).isTrue();
        assertThat(looking.entry("beat").next()).isNull();
        looking.scheduler.resume("beat");
        assertThat(looking.entry("beat").paused()).isFalse();
        run(seconds(16));

        assertThat(running.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(8),
                START.plusSeconds(16));
    }

    @Test
    void a_node_that_reads_the_state_first_still_joins() {
        node().with(every(8));
        Node later = node();
        later.scheduler.put(every(7));
        later.scheduler.pause("beat");
        later.scheduler.resume("beat");

        run(seconds(10));

        assertThat(later.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(8));
    }

    @Test
    void a_pause_outlives_the_removal_on_one_node() {
        Node one = node().with(every(7));
        Node other = node().with(every(7));
        one.scheduler.pause("beat");

        one.scheduler.remove("beat");
        run(seconds(20));

        assertThat(other.entry("beat").paused()).isTrue();
        assertThat(pending()).isEmpty();
        assertThat(redis().at(STATE).ttl(STATE)).isGreaterThan(300);
    }

    @Test
    void an_entry_removed_during_its_run_stays_removed() {
        Node node = node();
        node.with(PeriodicTask.of("beat", "@every 10s", Task.of("beat", null)).payloads(tick -> {
            node.scheduler.remove("beat");
            return "late";
        }));

        run(seconds(10));

        assertThat(pending()).isEmpty();
        assertThat(node.broker.schedulers().entries()).isEmpty();
        assertThat(redis().at(STATE).ttl(STATE)).isBetween(1L, 300L);
    }

    @Test
    @Timeout(60)
    void a_removal_waits_for_what_is_being_done_for_the_entry() throws Exception {
        try (TcpProxy network = TcpProxy.to(redis().port())) {
            Node node = nodeAt(network.url()).with(every(7));
            pass(seconds(10));
            TcpProxy.HeldRequest held = network.holdNext("EVALSHA");
            Thread running = new Thread(node.scheduler::runOnce);
            running.start();
            held.arrived().await();
            Thread removing = new Thread(() -> node.scheduler.remove("beat"));
            removing.start();
            await("the removal waits or has ended").until(
                    () -> removing.getState() == Thread.State.BLOCKED || !removing.isAlive());
            held.released().countDown();
            running.join();
            removing.join();

            assertThat(node.broker.schedulers().entries()).isEmpty();
            assertThat(redis().at(STATE).ttl(STATE)).isBetween(1L, 300L);
        }
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
        assertThat(redis().at(STATE).ttl(STATE)).isBetween(1L, 300L);
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
        assertThatThrownBy(() -> PeriodicTask.of(" ", "@daily", Task.of("beat", "x")))
                .hasMessageContaining("name of a periodic task");
        assertThatThrownBy(() -> PeriodicTask.of("beat", "@daily", Task.ofPayload("x")))
                .hasMessageContaining("with a type");
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

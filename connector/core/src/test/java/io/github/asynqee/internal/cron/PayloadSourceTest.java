package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.periodic.PayloadSource;
import io.github.asynqee.periodic.PeriodicTask;
import org.junit.jupiter.api.Test;

/** Payloads that are produced for each tick. */
class PayloadSourceTest extends ScheduleTest {

    private final List<Instant> produced = new ArrayList<>();

    private PeriodicTask task(PayloadSource source) {
        return PeriodicTask.of("beat", "@every 7s", Task.of("beat", null).queue("default")).payloads(tick -> {
            produced.add(tick);
            return source.produce(tick);
        });
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }

    @Test
    void a_payload_is_produced_on_one_node_only() {
        for (int i = 0; i < 3; i++) {
            node().with(task(tick -> "at " + tick.getEpochSecond()));
        }
        run(seconds(14));

        assertThat(produced).containsExactly(START.plusSeconds(7), START.plusSeconds(14));
        assertThat(pending()).hasSize(2);
        assertThat(payload(pending().get(0))).isEqualTo("at " + START.plusSeconds(14).getEpochSecond());
    }

    @Test
    void a_task_with_options_of_its_own_may_be_produced() {
        Node node = node().with(task(tick -> Task.of("own", "x").maxRetry(3)));
        run(seconds(7));

        TaskInfo info = node.enqueued().get(0).task();
        assertThat(info.type()).isEqualTo("own");
        assertThat(info.maxRetry()).isEqualTo(3);
        assertThat(info.queue()).isEqualTo("default");
    }

    @Test
    void without_a_payload_the_tick_passes() {
        Node node = node().with(task(tick -> null));
        node().with(task(tick -> null));
        run(seconds(8));

        assertThat(produced).hasSize(1);
        assertThat(pending()).isEmpty();
        assertThat(node.entry("beat").next()).isEqualTo(START.plusSeconds(14));
        assertThat(node.entry("beat").previous()).isNull();
    }

    @Test
    void a_source_that_fails_is_asked_again_while_the_tick_is_fresh() {
        node().with(PeriodicTask.of("beat", "@every 60s", Task.of("beat", null)).payloads(tick -> {
            produced.add(tick);
            if (produced.size() < 3) {
                throw new IllegalStateException("not yet");
            }
            return "at last";
        }));

        run(seconds(64));
        assertThat(produced).hasSize(1);
        run(seconds(1));
        assertThat(produced).hasSize(2);
        run(seconds(5));

        assertThat(produced).hasSize(3).containsOnly(START.plusSeconds(60));
        assertThat(pending()).hasSize(1);
    }

    @Test
    void a_source_that_always_fails_loses_the_tick_and_no_other() {
        Node node = node().with(PeriodicTask.of("beat", "@every 60s", Task.of("beat", null)).payloads(tick -> {
            produced.add(tick);
            if (tick.equals(START.plusSeconds(60))) {
                throw new OutOfMemoryError("not a real one");
            }
            return "x";
        }));

        run(seconds(120));

        assertThat(produced).hasSizeBetween(6, 8);
        assertThat(node.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(120));
    }

    @Test
    void a_source_may_not_leave_the_queue_of_its_entry() {
        Node node = node().with(task(tick -> Task.of("own", "x").queue("low")));

        assertThatThrownBy(() -> node.scheduler.runNow("beat")).isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("has queue default and cannot enqueue a task to queue low");
        run(seconds(60));
        assertThat(pending()).isEmpty();
    }

    @Test
    void the_tick_of_a_node_that_died_while_producing_is_taken_over_in_time() {
        Node dead = node(Duration.ZERO, work -> {
        });
        dead.with(task(tick -> "never"));
        Node alive = node().with(task(tick -> "alive"));
        pass(seconds(7));
        dead.scheduler.runOnce();
        nodes.remove(dead);

        assertThat(alive.scheduler.runOnce()).isEqualTo(START.plusSeconds(10));
        assertThat(pending()).isEmpty();
        pass(seconds(3));
        assertThat(alive.scheduler.runOnce()).isEqualTo(START.plusSeconds(20));
        pass(seconds(10));
        assertThat(alive.scheduler.runOnce()).isEqualTo(START.plusSeconds(27));
        pass(seconds(7));
        alive.scheduler.runOnce();

        assertThat(alive.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(7),
                START.plusSeconds(14), START.plusSeconds(21));
    }

    @Test
    void a_slow_source_does_not_hold_up_other_entries() {
        List<Runnable> slow = new ArrayList<>();
        Node node = node(Duration.ZERO, slow::add);
        node.with(task(tick -> "slow"), PeriodicTask.of("other", "@every 2s", Task.of("other", "x")));

        run(seconds(18));
        assertThat(slow).hasSize(1);
        assertThat(pending()).hasSize(9);
        slow.remove(0).run();
        node.scheduler.runOnce();

        assertThat(pending()).hasSize(10);
        assertThat(slow).hasSize(1);
        slow.remove(0).run();
        node.scheduler.runOnce();
        assertThat(produced).containsExactly(START.plusSeconds(7), START.plusSeconds(14));
        assertThat(pending()).hasSize(11);
    }

    @Test
    void ticks_are_dealt_with_one_after_the_other() {
        List<Runnable> slow = new ArrayList<>();
        Node node = node(Duration.ZERO, slow::add);
        node.with(task(tick -> "slow"));
        pass(seconds(21));

        node.scheduler.runOnce();
        assertThat(slow).hasSize(1);
        slow.remove(0).run();
        node.scheduler.runOnce();
        slow.remove(0).run();
        node.scheduler.runOnce();

        assertThat(produced).containsExactly(START.plusSeconds(7), START.plusSeconds(14));
        assertThat(node.enqueued()).hasSize(2);
    }

    @Test
    void a_late_payload_is_still_enqueued() {
        List<Runnable> slow = new ArrayList<>();
        Node node = node(Duration.ZERO, slow::add);
        node.with(PeriodicTask.of("beat", "@every 60s", Task.of("beat", null)).payloads(tick -> "late"));
        run(seconds(100));

        slow.remove(0).run();
        node.scheduler.runOnce();

        assertThat(node.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(60));
    }

    @Test
    void a_task_out_of_turn_has_a_payload_of_its_own() throws Exception {
        Node node = node().with(task(tick -> "at " + tick.getEpochSecond()));
        pass(seconds(3));

        TaskInfo info = node.scheduler.runNow("beat").orElseThrow();

        assertThat(payload(info.id())).isEqualTo("at " + now().getEpochSecond());
        assertThat(
                node().with(PeriodicTask.of("none", "@daily", Task.of("beat", null)).payloads(tick -> null)).scheduler
                        .runNow("none"))
                .isEmpty();
    }
}

package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.internal.broker.CronCommands.Answer;
import io.github.asynqee.internal.broker.CronCommands.Firing;
import io.github.asynqee.internal.broker.CronCommands.Result;
import io.github.asynqee.internal.broker.CronCommands.State;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;

/** Pausing, resuming and running a periodic entry manually. */
class PeriodicEntryTest extends JoinedEntry {

    @Test
    void while_the_entry_is_paused_ticks_pass() {
        cronCommands.pause(ENTRY);

        Answer fired = fire(TICK, Tasks.pending("default", "a"));
        Answer claimed = cronCommands.claim(ENTRY, KNOWN, TICK.plusSeconds(7), "node", CLAIM);

        assertThat(fired.result()).isEqualTo(Result.PASSED);
        assertThat(fired.state().paused()).isTrue();
        assertThat(claimed.result()).isEqualTo(Result.PASSED);
        assertThat(claimed.state().schedule().last()).isEqualTo(TICK.plusSeconds(7));
        assertThat(dump().keys()).containsExactly("asynq:queues");
    }

    @Test
    void what_was_due_during_a_pause_is_not_made_up() {
        cronCommands.pause(ENTRY);
        clock.advance(Duration.ofSeconds(100));

        State resumed = cronCommands.resume(ENTRY);

        assertThat(resumed.paused()).isFalse();
        assertThat(resumed.schedule().last()).isEqualTo(NOW.plusSeconds(100));
        assertThat(fire(NOW.plusSeconds(98), Tasks.pending("default", "a")).result()).isEqualTo(Result.TAKEN);
        assertThat(fire(NOW.plusSeconds(105), Tasks.pending("default", "b")).result()).isEqualTo(Result.FIRED);
    }

    @Test
    void resuming_what_is_not_paused_changes_nothing() {
        clock.advance(Duration.ofSeconds(100));

        assertThat(cronCommands.resume(ENTRY).schedule().last()).isEqualTo(NOW);
    }

    @Test
    void a_resume_does_not_bring_back_ticks_another_clock_has_dealt_with() {
        fire(NOW.plusSeconds(7), Tasks.pending("default", "a"));
        cronCommands.pause(ENTRY);

        assertThat(cronCommands.resume(ENTRY).schedule().last()).isEqualTo(NOW.plusSeconds(7));
    }

    @Test
    void a_pause_before_anybody_runs_the_entry_is_kept_and_does_not_stay_for_ever() {
        redis.at(KEY).del(KEY);

        State paused = cronCommands.pause(ENTRY);

        assertThat(paused.paused()).isTrue();
        assertThat(paused.schedule()).isNull();
        assertThat(redis.at(KEY).ttl(KEY)).isBetween(7_775_990L, 7_776_000L);
        assertThat(state().paused()).isTrue();
        assertThat(cronCommands.resume(ENTRY).paused()).isFalse();
    }

    @Test
    void a_task_out_of_turn_touches_no_tick_and_is_stored_once() {
        State before = state();
        NewTask task = Tasks.pending("default", "a");

        Answer first = cronCommands.runNow(ENTRY, "node", task);
        active("b");
        Answer again = cronCommands.runNow(ENTRY, "node", task);

        assertThat(first.state().schedule()).isEqualTo(before.schedule());
        assertThat(first.state().fired()).isNull();
        assertThat(first.state().unrecorded()).containsExactly(new Firing("a", NOW, T0, "node"));
        assertThat(again).isEqualTo(first);
    }

    @Test
    void a_task_out_of_turn_that_is_done_already_is_not_stored_again() {
        cronCommands.runNow(ENTRY, "node", Tasks.pending("default", "a"));
        broker.workerCommands()
                .write(List.of(new Settlement(broker.workerCommands().dequeue("default", 1).leases().get(0),
                        new Outcome.Done())));

        assertThat(cronCommands.runNow(ENTRY, "node", Tasks.pending("default", "a")).result()).isEqualTo(Result.FIRED);
        assertThat(list(DEFAULT.pending())).isEmpty();
    }

    @Test
    void a_task_out_of_turn_is_stored_once_though_its_firing_is_recorded_meanwhile() {
        cronCommands.runNow(ENTRY, "node", Tasks.pending("default", "a"));
        cronCommands.recorded(ENTRY, "a");
        active("b");
        KeySpace before = dump();

        assertThat(cronCommands.runNow(ENTRY, "node", Tasks.pending("default", "a")).result()).isEqualTo(Result.FIRED);
        dump().assertSameAs(before);
    }

    @Test
    void a_task_out_of_turn_is_stored_once_though_there_are_too_many_firings() {
        for (int i = 1; i <= 150; i++) {
            fire(NOW.plusSeconds(i), Tasks.pending("default", "t" + i));
        }
        cronCommands.runNow(ENTRY, "node", Tasks.pending("default", "a"));

        assertThat(cronCommands.runNow(ENTRY, "node", Tasks.pending("default", "a")).result()).isEqualTo(Result.FIRED);
        assertThat(list(DEFAULT.pending())).hasSize(151);
    }

    @Test
    void a_task_out_of_turn_leaves_nothing_for_ever_behind() {
        redis.at(KEY).del(KEY);
        cronCommands.runNow(ENTRY, "node", Tasks.pending("default", "a"));

        assertThat(redis.at(KEY).ttl(KEY)).isBetween(7_775_990L, 7_776_000L);
        assertThat(redis.at(KEY).ttl(KEY + ":run:a")).isBetween(290L, 300L);
    }

    @Test
    void a_state_that_is_forgotten_expires_unless_a_scheduler_joins() {
        cronCommands.forget(ENTRY);
        assertThat(redis.at(KEY).ttl(KEY)).isBetween(290L, 300L);
        cronCommands.runNow(ENTRY, "node", Tasks.pending("default", "a"));
        assertThat(redis.at(KEY).ttl(KEY)).isBetween(290L, 300L);

        state();

        assertThat(redis.at(KEY).ttl(KEY)).isBetween(7_775_990L, 7_776_000L);
    }

    @Test
    void a_pause_outlives_the_entry() {
        cronCommands.pause(ENTRY);
        cronCommands.forget(ENTRY);
        assertThat(redis.at(KEY).ttl(KEY)).isBetween(7_775_990L, 7_776_000L);

        cronCommands.resume(ENTRY);
        assertThat(redis.at(KEY).ttl(KEY)).isBetween(290L, 300L);
        cronCommands.pause(ENTRY);
        assertThat(redis.at(KEY).ttl(KEY)).isBetween(7_775_990L, 7_776_000L);
        state();
        cronCommands.resume(ENTRY);
        assertThat(redis.at(KEY).ttl(KEY)).isBetween(7_775_990L, 7_776_000L);
    }

    @Test
    void nothing_is_left_of_an_entry_without_state_that_is_forgotten() {
        redis.at(KEY).del(KEY);
        cronCommands.forget(ENTRY);

        assertThat(exists(KEY)).isFalse();
    }
}

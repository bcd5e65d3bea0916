package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.CronCommands;
import io.github.asynqee.internal.broker.CronCommands.Answer;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Firing;
import io.github.asynqee.internal.broker.CronCommands.Result;
import io.github.asynqee.internal.broker.CronCommands.Schedule;
import io.github.asynqee.internal.broker.CronCommands.State;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CronCommandsTest extends JoinedEntry {

    /** The key space after storing a task without a periodic entry. */
    private KeySpace afterStoring(NewTask task) {
        redis.clear();
        try (Broker another = RedisBroker.connect(RedisConfig.of(redis.url()), clock)) {
            another.producerCommands().store(List.of(task));
        }
        KeySpace stored = dump();
        redis.clear();
        return stored;
    }

    static Stream<NewTask> tasks() {
        List<Placement> placements = List.of(new Placement.Pending(), new Placement.Scheduled(T0.plusSeconds(60)),
                new Placement.InGroup());
        return Stream.concat(
                Stream.of(Tasks.pending("default", "a"), Tasks.scheduled("default", "a", T0.plusSeconds(60)),
                        Tasks.grouped("default", "a", "g")),
                placements.stream().map(it -> Tasks.unique("default", "a", "subject", it, Duration.ofHours(1))));
    }

    @ParameterizedTest
    @MethodSource("tasks")
    void a_tick_stores_its_task_as_a_producer_does(NewTask task) {
        KeySpace expected = afterStoring(task);

        assertThat(fire(TICK, task).result()).isEqualTo(Result.FIRED);

        dump().assertSameAs(expected);
    }

    @ParameterizedTest
    @MethodSource("tasks")
    void a_task_out_of_turn_is_stored_as_a_producer_does(NewTask task) {
        KeySpace expected = afterStoring(task);

        assertThat(cronCommands.runNow(ENTRY, "node", task).result()).isEqualTo(Result.FIRED);

        dump().assertSameAs(expected);
    }

    @Test
    void a_tick_is_stored_once() {
        Answer first = fire(TICK, Tasks.pending("default", "a"));
        KeySpace before = dump();

        Answer second = cronCommands.fire(ENTRY, KNOWN, TICK, "other", Tasks.pending("default", "b"));
        Answer earlier = fire(TICK.minusSeconds(1), Tasks.pending("default", "c"));

        assertThat(first.state().schedule().last()).isEqualTo(TICK);
        assertThat(first.state().fired()).isEqualTo(TICK);
        assertThat(first.state().unrecorded()).containsExactly(new Firing("a", TICK, T0, "node"));
        assertThat(second.result()).isEqualTo(Result.TAKEN);
        assertThat(second.state()).isEqualTo(first.state());
        assertThat(earlier.result()).isEqualTo(Result.TAKEN);
        dump().assertSameAs(before);
    }

    @Test
    void a_tick_later_than_the_time_of_redis_is_refused_and_a_last_tick_that_lies_ahead_is_set_back() {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        Instant early = now.plusSeconds(3_600);
        Schedule known = new Schedule("@every 1s", now.minusSeconds(5), now.minusSeconds(5));
        Entry entry = new Entry("default", "f");
        try (Broker real = RedisBroker.connect(RedisConfig.of(redis.url()))) {
            real.measureClock();
            CronCommands commands = real.cronCommands();
            commands.join(entry, known, true, false);
            redis.at(GlobalKeys.QUEUES).sadd(GlobalKeys.QUEUES, "default");
            KeySpace before = dump();

            assertThat(commands.fire(entry, known, early, "node", Tasks.pending("default", "a")).result())
                    .isEqualTo(Result.EARLY);
            assertThat(commands.claim(entry, known, early, "node", CLAIM).result()).isEqualTo(Result.EARLY);
            dump().assertSameAs(before);

            String key = DEFAULT.periodicEntry("f");
            redis.at(key).hset(key, "last", String.valueOf(early.getEpochSecond()));
            Schedule healed = commands.join(entry, known, false, false).schedule();
            assertThat(healed.last()).isBetween(now.minusSeconds(1), Instant.now().plusSeconds(1));
        }
        // a clock that is not that of Redis cannot be compared with it
        assertThat(fire(TICK, Tasks.pending("default", "a")).result()).isEqualTo(Result.FIRED);
    }

    @Test
    void a_tick_may_pass_without_a_task() {
        Answer answer = fire(TICK, null);

        assertThat(answer.result()).isEqualTo(Result.PASSED);
        assertThat(answer.state().schedule().last()).isEqualTo(TICK);
        assertThat(answer.state().fired()).isNull();
        assertThat(dump().keys()).isEmpty();
    }

    @Test
    void an_id_that_is_taken_passes_the_tick() {
        store(Tasks.pending("default", "a"));
        KeySpace before = dump();

        Answer answer = fire(TICK, Tasks.unique("default", "a", "subject"));

        assertThat(answer.result()).isEqualTo(Result.ID_TAKEN);
        assertThat(answer.state().schedule().last()).isEqualTo(TICK);
        assertThat(answer.state().unrecorded()).isEmpty();
        dump().assertSameAs(before);
    }

    @Test
    void a_lock_that_is_held_passes_the_tick() {
        store(Tasks.unique("default", "holder", "subject"));
        KeySpace before = dump();

        Answer answer = fire(TICK, Tasks.unique("default", "a", "subject"));

        assertThat(answer.result()).isEqualTo(Result.DUPLICATE);
        assertThat(answer.state().schedule().last()).isEqualTo(TICK);
        dump().assertSameAs(before);
        assertThat(cronCommands.runNow(ENTRY, "node", Tasks.unique("default", "b", "subject")).result())
                .isEqualTo(Result.DUPLICATE);
        assertThat(cronCommands.runNow(ENTRY, "node", Tasks.pending("default", "holder")).result())
                .isEqualTo(Result.ID_TAKEN);
        dump().assertSameAs(before);
    }

    @Test
    void a_state_that_was_lost_is_what_the_scheduler_knows() {
        fire(TICK, Tasks.pending("default", "a"));
        redis.at(KEY).del(KEY);
        Schedule known = new Schedule(KNOWN.spec(), NOW, TICK);

        assertThat(cronCommands.fire(ENTRY, known, TICK, "node", Tasks.pending("default", "b")).result())
                .isEqualTo(Result.TAKEN);
        assertThat(cronCommands.fire(ENTRY, known, TICK.plusSeconds(7), "node", Tasks.pending("default", "c")).result())
                .isEqualTo(Result.FIRED);
        assertThat(redis.at(KEY).ttl(KEY)).isPositive();
    }

    @Test
    void a_claim_that_was_lost_with_the_state_is_given_again() {
        redis.at(KEY).del(KEY);

        assertThat(cronCommands.claim(ENTRY, KNOWN, TICK, "node", CLAIM).result()).isEqualTo(Result.CLAIMED);
        assertThat(redis.at(KEY).ttl(KEY)).isPositive();
    }

    @Test
    void a_scheduler_of_another_spec_can_do_nothing() {
        Schedule other = new Schedule("@every 8s", NOW, NOW);
        State before = state();

        assertThat(cronCommands.fire(ENTRY, other, TICK, "node", Tasks.pending("default", "a")).result())
                .isEqualTo(Result.OTHER_SPEC);
        assertThat(cronCommands.claim(ENTRY, other, TICK, "node", CLAIM).result()).isEqualTo(Result.OTHER_SPEC);
        assertThat(cronCommands.join(ENTRY, other, false, false)).isEqualTo(before);
        assertThat(dump().keys()).containsExactly("asynq:queues");
    }

    @Test
    void whoever_begins_keeps_the_anchor_of_the_same_spec() {
        fire(TICK, Tasks.pending("default", "a"));
        clock.advance(Duration.ofSeconds(100));
        Instant later = NOW.plusSeconds(100);

        State joined = cronCommands.join(ENTRY, new Schedule(KNOWN.spec(), later, later), true, false);

        assertThat(joined.schedule()).isEqualTo(new Schedule(KNOWN.spec(), NOW, TICK));
        assertThat(joined.fired()).isEqualTo(TICK);
    }

    @Test
    void a_scheduler_with_another_spec_has_its_ticks_from_the_last_sign_of_the_first_spec_but_none_before() {
        fire(TICK, Tasks.pending("default", "a"));
        cronCommands.claim(ENTRY, KNOWN, TICK.plusSeconds(7), "node", CLAIM);
        cronCommands.pause(ENTRY);
        clock.advance(Duration.ofSeconds(3));
        Instant later = NOW.plusSeconds(3);

        State joined = cronCommands.join(ENTRY, new Schedule("@every 8s", later, later), true, false);

        assertThat(joined.schedule()).isEqualTo(new Schedule("@every 8s", later, TICK));
        assertThat(joined.claim()).isNull();
        assertThat(joined.paused()).isTrue();
        clock.advance(Duration.ofSeconds(29));
        assertThat(cronCommands.join(ENTRY, KNOWN, true, false).schedule())
                .isEqualTo(new Schedule(KNOWN.spec(), NOW.plusSeconds(32), TICK));
        clock.advance(Duration.ofSeconds(50));
        Instant last = NOW.plusSeconds(82);
        assertThat(cronCommands.join(ENTRY, new Schedule("@every 8s", last, last), true, false).schedule())
                .isEqualTo(new Schedule("@every 8s", last, last.minus(CronCommands.SPEC_KEPT)));
    }

    @Test
    void a_spec_nobody_has_any_more_gives_way() {
        Schedule other = new Schedule("@every 8s", NOW, NOW);
        clock.advance(CronCommands.SPEC_KEPT);
        assertThat(cronCommands.join(ENTRY, other, false, false).schedule()).isEqualTo(KNOWN);
        clock.advance(Duration.ofSeconds(1));

        assertThat(cronCommands.join(ENTRY, other, false, false).schedule()).isEqualTo(other);
    }

    @Test
    void a_spec_that_comes_back_goes_on_from_the_last_sign_of_the_other_one() {
        Schedule other = new Schedule("@every 8s", NOW.minusSeconds(4), NOW.minusSeconds(4));
        clock.advance(Duration.ofSeconds(5));
        state();
        clock.advance(Duration.ofSeconds(31));

        assertThat(cronCommands.join(ENTRY, other, false, false).schedule())
                .isEqualTo(new Schedule("@every 8s", NOW.minusSeconds(4), NOW.plusSeconds(5)));
    }

    @Test
    void a_spec_that_comes_back_repeats_no_tick() {
        Schedule other = new Schedule("@every 8s", NOW, NOW.plusSeconds(16));
        fire(TICK, Tasks.pending("default", "a"));
        clock.advance(Duration.ofSeconds(31));

        assertThat(cronCommands.join(ENTRY, other, false, false).schedule()).isEqualTo(other);
    }

    @Test
    void a_spec_somebody_has_does_not_give_way() {
        clock.advance(Duration.ofSeconds(25));
        state();
        clock.advance(Duration.ofSeconds(25));

        assertThat(cronCommands.join(ENTRY, new Schedule("@every 8s", NOW, NOW), false, false).schedule())
                .isEqualTo(KNOWN);
    }

    @Test
    void others_wait_for_a_claim_until_it_ends() {
        assertThat(cronCommands.claim(ENTRY, KNOWN, TICK, "node", CLAIM).result()).isEqualTo(Result.CLAIMED);

        Answer other = cronCommands.claim(ENTRY, KNOWN, TICK, "other", CLAIM);
        assertThat(other.result()).isEqualTo(Result.CLAIMED_ELSEWHERE);
        assertThat(other.state().claim().until())
                .isEqualTo(T0.plus(CLAIM).truncatedTo(java.time.temporal.ChronoUnit.MILLIS));
        assertThat(cronCommands.claim(ENTRY, KNOWN, TICK.plusSeconds(7), "other", CLAIM).result())
                .isEqualTo(Result.CLAIMED_ELSEWHERE);
        assertThat(cronCommands.claim(ENTRY, KNOWN, TICK, "node", CLAIM).result()).isEqualTo(Result.CLAIMED);

        clock.advance(CLAIM);
        assertThat(cronCommands.claim(ENTRY, KNOWN, TICK, "other", CLAIM).result()).isEqualTo(Result.CLAIMED);
        assertThat(fire(TICK, Tasks.pending("default", "a")).state().claim()).isNull();
        assertThat(cronCommands.claim(ENTRY, KNOWN, TICK, "node", CLAIM).result()).isEqualTo(Result.TAKEN);
        assertThat(cronCommands.claim(ENTRY, KNOWN, TICK.plusSeconds(7), "node", CLAIM).result())
                .isEqualTo(Result.CLAIMED);
    }

    @Test
    void what_is_recorded_is_not_told_again() {
        fire(TICK, Tasks.pending("default", "a"));
        fire(TICK.plusSeconds(7), Tasks.pending("default", "b"));

        cronCommands.recorded(ENTRY, "a");

        assertThat(state().unrecorded()).extracting(Firing::taskId).containsExactly("b");
    }

    @Test
    void not_more_firings_are_kept_than_a_script_can_bear() {
        for (int i = 1; i <= 150; i++) {
            assertThat(fire(NOW.plusSeconds(i), Tasks.pending("default", "t" + i)).result()).isEqualTo(Result.FIRED);
        }

        assertThat(state().unrecorded()).hasSizeBetween(100, 110);
        assertThat(list(DEFAULT.pending())).hasSize(150);
    }

    @Test
    void a_state_lives_ninety_days_from_the_last_sign() {
        assertThat(redis.at(KEY).ttl(KEY)).isBetween(7_775_990L, 7_776_000L);
        redis.at(KEY).expire(KEY, 10);
        state();
        assertThat(redis.at(KEY).ttl(KEY)).isBetween(7_775_990L, 7_776_000L);
    }
}

package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Outcomes of the members of a staged set. */
class SettleMembersTest extends BrokerTest {

    private static final GroupLimits AT_ONCE = new GroupLimits(0, Duration.ZERO, Duration.ZERO);
    private static final Duration HOUR = Duration.ofHours(1);

    private AggregationSet staged(NewTask... tasks) {
        store(tasks);
        return broker.groupCommands().read("default",
                broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow());
    }

    private AggregationSet staged() {
        return staged(Tasks.grouped("default", "m1", "g"), Tasks.grouped("default", "m2", "g"),
                Tasks.unique("default", "m3", "subject", new Placement.InGroup(), HOUR));
    }

    private Optional<List<Boolean>> settle(AggregationSet set, Outcome... outcomes) {
        List<MemberSettlement> settlements = new ArrayList<>();
        for (int i = 0; i < outcomes.length; i++) {
            settlements.add(new MemberSettlement(set.messages().get(i), outcomes[i]));
        }
        return broker.groupCommands().write(set, settlements);
    }

    private Optional<List<Boolean>> settleAll(AggregationSet set, Outcome outcome) {
        Outcome[] outcomes = new Outcome[set.messages().size()];
        Arrays.fill(outcomes, outcome);
        return settle(set, outcomes);
    }

    /** The key space after the same outcome of the same tasks, each settled as a single task. */
    private KeySpace afterRunningAlone(AggregationSet set, Outcome outcome) {
        KeySpace saved = dump();
        redis.clear();
        try (Broker another = RedisBroker.connect(RedisConfig.of(redis.url()), clock)) {
            another.producerCommands().store(set.messages().stream().map(SettleMembersTest::alone).toList());
            List<Settlement> settlements = another.workerCommands().dequeue("default", 10).leases().stream()
                    .map(lease -> new Settlement(lease, outcome)).toList();
            assertThat(another.workerCommands().write(settlements)).containsOnly(new Settlement.Result.Settled());
        }
        KeySpace alone = dump();
        redis.clear();
        saved.load(redis);
        return alone;
    }

    private static NewTask alone(TaskMessage message) {
        return new NewTask(message, new Placement.Pending(), message.uniqueKey().isEmpty() ? null : HOUR);
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void a_member_ends_as_if_it_had_run_alone(Outcome outcome) {
        AggregationSet set = staged();
        KeySpace before = dump();
        KeySpace alone = afterRunningAlone(set, outcome);

        assertThat(settleAll(set, outcome)).contains(List.of(true, true, true));

        if (outcome instanceof Outcome.Requeue) {
            assertThat(zset(DEFAULT.group("g"))).containsExactly("m1", "m2", "m3");
            assertThat(broker.groupCommands().list("default")).containsExactly("g");
            dump().without(DEFAULT.group("g"), DEFAULT.groups())
                    .assertSameAs(before.without(set.key(), DEFAULT.aggregationSets()));
        } else {
            KeySpace expected = alone;
            for (TaskMessage message : set.messages()) {
                expected = exists(DEFAULT.task(message.id()))
                        ? expected.field(DEFAULT.task(message.id()), "group", "g") : expected;
            }
            dump().assertSameAs(expected);
        }
    }

    @Test
    void members_put_back_are_due_as_they_were_before() {
        store(Tasks.grouped("default", "old", "g"));
        clock.advance(Duration.ofSeconds(30));
        AggregationSet set = staged(Tasks.grouped("default", "new", "g"));
        clock.advance(Duration.ofSeconds(30));

        settleAll(set, new Outcome.Requeue());

        assertThat(redis.at(set.key()).zscore(DEFAULT.group("g"), "old")).isEqualTo(2_000_000_000);
        assertThat(redis.at(set.key()).zscore(DEFAULT.group("g"), "new")).isEqualTo(2_000_000_030);
    }

    @Test
    void each_member_may_have_an_outcome_of_its_own() {
        AggregationSet set = staged();

        settle(set, new Outcome.Retry(T0.plusSeconds(60), "busy", false), new Outcome.Archive("boom"),
                new Outcome.Done());

        assertThat(zset(DEFAULT.retry())).containsExactly("m1");
        assertThat(zset(DEFAULT.archived())).containsExactly("m2");
        assertThat(exists(DEFAULT.task("m3"))).isFalse();
        assertThat(redis.at(set.key()).mget(DEFAULT.processed(), DEFAULT.failed(), DEFAULT.processed(T0),
                DEFAULT.failed(T0))).containsExactly("2", "1", "2", "1");
        assertThat(exists(set.key())).isFalse();
        assertThat(exists(DEFAULT.aggregationSets())).isFalse();
    }

    @Test
    void what_is_tried_again_comes_back_to_its_group() {
        AggregationSet set = staged();
        settleAll(set, new Outcome.Retry(T0.plusSeconds(60), "boom", true));
        clock.advance(Duration.ofSeconds(60));

        broker.maintenanceCommands().forward(List.of("default"), 1).get(0).get();

        assertThat(zset(DEFAULT.group("g"))).containsExactly("m1", "m2", "m3");
        assertThat(broker.groupCommands().list("default")).containsExactly("g");
        assertThat(broker.groupCommands()
                .read("default", broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow())
                .messages()).extracting(TaskMessage::retried).containsExactly(1, 1, 1);
    }

    @Test
    void a_set_is_staged_while_it_has_members() {
        AggregationSet set = staged();

        assertThat(settle(set, new Outcome.Archive("unreadable"))).contains(List.of(true));

        assertThat(zset(set.key())).containsExactly("m2", "m3");
        assertThat(zset(DEFAULT.aggregationSets())).containsExactly(set.key());
        assertThat(zset(DEFAULT.archived())).containsExactly("m1");
    }

    @Test
    void the_second_time_nothing_is_done() {
        AggregationSet set = staged();
        settle(set, new Outcome.Archive("boom"));
        KeySpace half = dump();
        assertThat(settle(set, new Outcome.Archive("boom"))).contains(List.of(false));
        dump().assertSameAs(half);

        settleAll(set, new Outcome.Done());
        KeySpace all = dump();
        assertThat(settleAll(set, new Outcome.Requeue())).isEmpty();
        dump().assertSameAs(all);
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void a_set_that_was_put_back_is_somebody_elses(Outcome outcome) {
        AggregationSet set = staged();
        clock.advance(Duration.ofSeconds(120));
        broker.groupCommands().reclaimStale("default");
        broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();
        KeySpace before = dump();

        assertThat(settleAll(set, outcome)).isEmpty();
        dump().assertSameAs(before);
    }

    @Test
    void members_that_are_gone_are_dropped() {
        AggregationSet set = staged();
        redis.at(set.key()).del(DEFAULT.task("m1"));
        redis.at(set.key()).hdel(DEFAULT.task("m2"), "msg");

        assertThat(settleAll(set, new Outcome.Archive("boom"))).contains(List.of(false, false, true));

        assertThat(exists(DEFAULT.task("m2"))).isFalse();
        assertThat(zset(DEFAULT.archived())).containsExactly("m3");
        assertThat(redis.at(set.key()).get(DEFAULT.failed())).isEqualTo("1");
        assertThat(exists(DEFAULT.aggregationSets())).isFalse();
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void a_newer_task_with_the_id_of_a_member_is_spared(Outcome outcome) {
        AggregationSet set = staged();
        redis.at(set.key()).del(DEFAULT.task("m1"));
        store(Tasks.pending("default", "m1"));
        redis.at(set.key()).del(DEFAULT.task("m2"));
        redis.at(set.key()).set(DEFAULT.task("m2"), "text");

        assertThat(settleAll(set, outcome)).contains(List.of(false, false, true));

        assertThat(state("m1")).isEqualTo("pending");
        assertThat(redis.at(set.key()).get(DEFAULT.task("m2"))).isEqualTo("text");
    }

    @Test
    void a_lock_that_only_the_message_names_is_released_if_it_is_the_members() {
        AggregationSet set = staged();
        redis.at(set.key()).hdel(DEFAULT.task("m3"), "unique_key");
        settleAll(set, new Outcome.Done());
        assertThat(exists(Tasks.lock("default", "subject"))).isFalse();

        AggregationSet again = staged();
        redis.at(set.key()).set(Tasks.lock("default", "subject"), "another");
        settleAll(again, new Outcome.Done());
        assertThat(exists(Tasks.lock("default", "subject"))).isTrue();
    }

    @Test
    void a_thousand_members_are_settled_at_once() {
        NewTask[] tasks = new NewTask[1_000];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = Tasks.grouped("default", "t" + i, "g");
        }
        AggregationSet set = staged(tasks);

        settleAll(set, new Outcome.Retry(T0.plusSeconds(60), "boom", true));

        assertThat(zset(DEFAULT.retry())).hasSize(1_000);
        assertThat(redis.at(set.key()).get(DEFAULT.failed())).isEqualTo("1000");
    }
}

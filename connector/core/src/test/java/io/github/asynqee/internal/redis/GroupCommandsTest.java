package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.WaitingGroup;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GroupCommandsTest extends BrokerTest {

    private static final GroupLimits AT_ONCE = new GroupLimits(0, Duration.ZERO, Duration.ZERO);

    /** Tasks t0, t1, … join the group, one per second. */
    private void joinGroup(int count) {
        for (int i = 0; i < count; i++) {
            store(Tasks.grouped("default", "t" + i, "g"));
            clock.advance(Duration.ofSeconds(1));
        }
    }

    /** Three members, 30 s, 29 s and 28 s old. */
    @ParameterizedTest
    @CsvSource({
            // size, delay, grace period: number of staged and of remaining tasks
            "0,  0, 60,  0, 3", "4,  0, 60,  0, 3", "3,  0, 60,  3, 0", "2,  0, 60,  2, 1", "1,  0, 60,  1, 2",
            "0, 30, 60,  3, 0", "0, 31, 60,  0, 3", "2, 30, 60,  2, 1", "9, 30, 60,  3, 0", "0,  0, 28,  3, 0",
            "0,  0, 29,  0, 3", "2,  0, 28,  2, 1", "9,  0, 28,  3, 0", "0, 31, 28,  3, 0", "4, 31, 29,  0, 3" })
    void members_are_staged_when_it_is_time(int maxSize, int maxDelay, int grace, int staged, int left) {
        joinGroup(3);
        clock.set(T0.plusSeconds(30));
        KeySpace before = dump();

        Optional<String> set = broker.groupCommands().stage("default", "g",
                new GroupLimits(maxSize, Duration.ofSeconds(maxDelay), Duration.ofSeconds(grace)));

        assertThat(zset(DEFAULT.group("g"))).hasSize(left);
        assertThat(broker.groupCommands().list("default")).hasSize(left == 0 ? 0 : 1);
        if (staged == 0) {
            assertThat(set).isEmpty();
            dump().assertSameAs(before);
        } else {
            assertThat(zset(set.orElseThrow())).hasSize(staged).startsWith("t0");
            assertThat(redis.at(set.get()).zscore(set.get(), "t0")).isEqualTo(2_000_000_000);
            assertThat(redis.at(set.get()).zscore(DEFAULT.aggregationSets(), set.get())).isEqualTo(2_000_000_150);
            assertThat(state("t0")).isEqualTo("aggregating");
        }
    }

    @ParameterizedTest
    @CsvSource({
            // size, delay, grace period: seconds until the group is due
            "0,  0, 60, 32", "4,  0, 60, 32", "3,  0, 60, -30", "2,  0, 60, -30", "0, 31, 60, 1", "0, 31, 10, -18" })
    void a_group_is_due_exactly_when_it_would_be_staged(int maxSize, int maxDelay, int grace, int seconds) {
        joinGroup(3);
        clock.set(T0.plusSeconds(30));
        GroupLimits limits = new GroupLimits(maxSize, Duration.ofSeconds(maxDelay), Duration.ofSeconds(grace));
        WaitingGroup group = broker.groupCommands().look("default", List.of("g")).get(0);

        Instant due = limits.dueAt(group);

        assertThat(due).isEqualTo(Instant.ofEpochSecond(2_000_000_030 + seconds));
        if (seconds > 0) {
            clock.set(due.minusNanos(1));
            assertThat(broker.groupCommands().stage("default", "g", limits)).isEmpty();
            clock.set(due);
        }
        assertThat(broker.groupCommands().stage("default", "g", limits)).isPresent();
    }

    @Test
    void a_look_at_groups_changes_nothing() {
        joinGroup(3);
        List<String> names = IntStream.range(0, 1_100).mapToObj(i -> "g" + i).toList();
        store(names.stream().map(name -> Tasks.grouped("default", "of " + name, name)).toArray(NewTask[]::new));
        redis.at(DEFAULT.groups()).sadd(DEFAULT.groups(), "empty");
        KeySpace before = dump();

        assertThat(broker.groupCommands().look("default", List.of("g", "empty", "unheard of"))).containsExactly(
                new WaitingGroup("g", 3, Instant.ofEpochSecond(2_000_000_000), Instant.ofEpochSecond(2_000_000_002)));
        assertThat(broker.groupCommands().look("default", names)).extracting(WaitingGroup::name).isEqualTo(names);
        assertThat(broker.groupCommands().look("default", List.of())).isEmpty();
        dump().assertSameAs(before);
    }

    @Test
    void sets_that_are_staged_get_more_time() {
        joinGroup(2);
        GroupLimits one = new GroupLimits(1, Duration.ZERO, Duration.ZERO);
        String first = broker.groupCommands().stage("default", "g", one).orElseThrow();
        String second = broker.groupCommands().stage("default", "g", one).orElseThrow();
        redis.at(second).del(second);
        redis.at(second).zrem(DEFAULT.aggregationSets(), second);
        clock.advance(Duration.ofSeconds(100));
        KeySpace before = dump();

        assertThat(broker.groupCommands().extend("default", List.of(second, first, "unheard of")))
                .containsExactlyInAnyOrder(second, "unheard of");

        assertThat(redis.at(first).zscore(DEFAULT.aggregationSets(), first)).isEqualTo(2_000_000_222);
        redis.at(first).zadd(DEFAULT.aggregationSets(), 2_000_000_122, first);
        dump().assertSameAs(before);
        broker.groupCommands().extend("default", List.of(first));
        clock.advance(Duration.ofSeconds(119));
        assertThat(broker.groupCommands().reclaimStale("default")).isZero();
        clock.advance(Duration.ofSeconds(1));
        assertThat(broker.groupCommands().reclaimStale("default")).isEqualTo(1);
    }

    @Test
    void an_empty_group_is_not_staged() {
        assertThat(broker.groupCommands().stage("default", "none", AT_ONCE)).isEmpty();
        assertThat(dump().keys()).isEmpty();
    }

    /** Each script that has to do with a set takes its time, in which Redis does nothing else. */
    @Test
    void a_group_without_a_limit_is_staged_in_parts() {
        for (int from = 0; from < GroupLimits.MOST + 1; from += 1_000) {
            store(IntStream.range(from, Math.min(from + 1_000, GroupLimits.MOST + 1))
                    .mapToObj(i -> Tasks.grouped("default", "t" + i, "g")).toArray(NewTask[]::new));
        }

        String first = broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();
        assertThat(redis.at(first).zcard(first)).isEqualTo(GroupLimits.MOST);
        assertThat(redis.at(DEFAULT.groups()).smembers(DEFAULT.groups())).containsExactly("g");
        String second = broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();
        assertThat(redis.at(second).zcard(second)).isEqualTo(1);
        assertThat(redis.at(DEFAULT.groups()).exists(DEFAULT.groups())).isFalse();
    }

    @Test
    void each_staged_set_has_a_name_of_its_own() {
        joinGroup(2);
        GroupLimits one = new GroupLimits(1, Duration.ZERO, Duration.ZERO);

        String first = broker.groupCommands().stage("default", "g", one).orElseThrow();
        String second = broker.groupCommands().stage("default", "g", one).orElseThrow();

        assertThat(first).isNotEqualTo(second).startsWith("asynq:{default}:g:g:");
        assertThat(first.substring("asynq:{default}:g:g:".length())).doesNotContain(":");
    }

    @Test
    void a_set_is_read_the_oldest_first_without_members_that_are_gone() {
        joinGroup(4);
        String set = broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();
        redis.at(set).del(DEFAULT.task("t1"));
        redis.at(set).hset(DEFAULT.task("t2").getBytes(), "msg".getBytes(), new byte[]{ (byte) 0xff });
        KeySpace before = dump();

        AggregationSet read = broker.groupCommands().read("default", set);

        assertThat(read.messages()).extracting(TaskMessage::id).containsExactly("t0", "t3");
        assertThat(read.vanished()).containsExactly("t1");
        assertThat(read.unusable()).extracting(unusable -> unusable.message().id()).containsExactly("t2");
        assertThat(read.unusable().get(0).reason()).contains("cannot be decoded");
        assertThat(read.size()).isEqualTo(4);
        assertThat(read.members()).extracting(AggregationSet.Member::joinedAt)
                .containsExactly(Instant.ofEpochSecond(2_000_000_000), Instant.ofEpochSecond(2_000_000_003));
        assertThat(read.group()).isEqualTo("g");
        assertThat(read.key()).isEqualTo(set);
        assertThat(read.deadline()).isEqualTo(T0.plusSeconds(124).minusNanos(123_456_789));
        dump().assertSameAs(before);
    }

    @Test
    void a_member_that_is_no_hash_is_no_obstacle() {
        joinGroup(2);
        String set = broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();
        redis.at(set).del(DEFAULT.task("t1"));
        redis.at(set).set(DEFAULT.task("t1"), "text");

        AggregationSet read = broker.groupCommands().read("default", set);
        assertThat(read.vanished()).containsExactly("t1");
        broker.groupCommands().complete(read, Tasks.pending("default", "aggregate"));

        assertThat(exists(DEFAULT.task("t0"))).isFalse();
        assertThat(redis.at(set).get(DEFAULT.task("t1"))).isEqualTo("text");
    }

    @Test
    void a_set_that_was_put_back_has_no_deadline() {
        AggregationSet read = broker.groupCommands().read("default", DEFAULT.aggregationSet("g", "gone"));

        assertThat(read.deadline()).isNull();
        assertThat(read.messages()).isEmpty();
    }

    @Test
    void a_completed_set_is_deleted_with_its_members_and_their_locks() {
        joinGroup(3);
        store(Tasks.unique("default", "u1", "1", new NewTask.Placement.InGroup(), Duration.ofHours(1)),
                Tasks.unique("default", "u2", "2", new NewTask.Placement.InGroup(), Duration.ofHours(1)));
        redis.at("asynq:{default}:").set(Tasks.lock("default", "2"), "another");
        String set = broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();

        broker.groupCommands().complete(broker.groupCommands().read("default", set), Tasks.pending("default", "all"));

        assertThat(dump().keys()).filteredOn(key -> !key.contains(":processed")).containsExactlyInAnyOrder(
                "asynq:queues", Tasks.lock("default", "2"), DEFAULT.pending(), DEFAULT.task("all"));
    }

    @Test
    void overdue_sets_go_back_and_their_groups_are_listed() {
        joinGroup(3);
        store(Tasks.grouped("default", "x", "other:group"));
        String staged = broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();
        broker.groupCommands().stage("default", "other:group", AT_ONCE).orElseThrow();
        store(Tasks.grouped("default", "new", "g"));
        clock.advance(Duration.ofSeconds(60));
        String recent = broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();
        clock.advance(Duration.ofSeconds(60));

        assertThat(broker.groupCommands().reclaimStale("default")).isEqualTo(2);

        assertThat(zset(DEFAULT.group("g"))).containsExactly("t0", "t1", "t2");
        assertThat(redis.at(staged).zscore(DEFAULT.group("g"), "t1")).isEqualTo(2_000_000_001);
        assertThat(broker.groupCommands().list("default")).containsExactlyInAnyOrder("g", "other:group");
        assertThat(exists(staged)).isFalse();
        assertThat(zset(DEFAULT.aggregationSets())).containsExactly(recent);
        assertThat(zset(recent)).containsExactly("new");
    }

    @Test
    void an_entry_of_a_set_that_is_gone_is_forgotten() {
        redis.at("asynq:{default}:").zadd(DEFAULT.aggregationSets(), 0, DEFAULT.aggregationSet("g", "gone"));

        assertThat(broker.groupCommands().reclaimStale("default")).isEqualTo(1);

        assertThat(dump().keys()).isEmpty();
    }

    @Test
    void members_of_overdue_sets_count_as_recovered_and_what_is_none_is_left_alone() {
        joinGroup(4);
        String set = broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();
        redis.at(set).del(DEFAULT.task("t1"), DEFAULT.task("t2"));
        redis.at(set).set(DEFAULT.task("t2"), "text");
        redis.at(set).hset(DEFAULT.task("t3"), PrivateFields.RECOVERIES, "many");
        clock.advance(Duration.ofSeconds(120));

        assertThat(broker.groupCommands().reclaimStale("default")).isEqualTo(1);

        String again = broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();
        assertThat(broker.groupCommands().read("default", again).members())
                .extracting(member -> member.message().id(), AggregationSet.Member::recoveries)
                .containsExactly(tuple("t0", 1), tuple("t3", 0));
        assertThat(exists(DEFAULT.task("t1"))).isFalse();
    }

    @Test
    void members_keep_the_name_of_their_first_set_and_new_tasks_with_their_ids_have_another_one() throws Exception {
        joinGroup(1);
        String first = firstSet();
        clock.advance(Duration.ofSeconds(120));
        broker.groupCommands().reclaimStale("default");
        assertThat(firstSet()).as("staged again after its worker died").isEqualTo(first);

        clock.advance(Duration.ofSeconds(120));
        broker.groupCommands().reclaimStale("default");
        redis.at(DEFAULT.groups()).del(DEFAULT.task("t0"), DEFAULT.group("g"));
        store(Tasks.grouped("default", "t0", "g"));
        assertThat(firstSet()).as("another task with the same ID").isNotEqualTo(first);
    }

    private String firstSet() {
        String set = broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();
        String name = broker.groupCommands().read("default", set).members().get(0).firstSet();
        assertThat(broker.groupCommands().read("default", set).members().get(0).firstSet()).isEqualTo(name);
        return name;
    }

    @Test
    void a_group_keeps_its_members_if_they_cannot_be_staged() {
        joinGroup(3);
        redis.at(DEFAULT.groups()).set(DEFAULT.aggregationSets(), "no sorted set");
        KeySpace before = dump();

        assertThatThrownBy(() -> broker.groupCommands().stage("default", "g", AT_ONCE))
                .isInstanceOf(BrokerException.class);

        dump().assertSameAs(before);
    }

    @Test
    void a_set_keeps_a_member_whose_outcome_cannot_be_written() {
        joinGroup(1);
        AggregationSet set = broker.groupCommands().read("default",
                broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow());
        redis.at(set.key()).set(DEFAULT.archived(), "no sorted set");
        KeySpace before = dump();

        assertThatThrownBy(() -> broker.groupCommands().write(set,
                List.of(new MemberSettlement(set.messages().get(0), new Outcome.Archive("boom")))))
                .isInstanceOf(BrokerException.class);

        dump().assertSameAs(before);
    }

    @Test
    void an_overdue_set_that_cannot_be_reclaimed_keeps_no_other_waiting() {
        joinGroup(3);
        String staged = broker.groupCommands().stage("default", "g", AT_ONCE).orElseThrow();
        String ofOtherType = DEFAULT.aggregationSet("a", "set");
        String ofOtherGroup = DEFAULT.aggregationSet("b", "set");
        redis.at(staged).set(ofOtherType, "text");
        redis.at(staged).set(DEFAULT.group("b"), "text");
        redis.at(staged).zadd(ofOtherGroup, 1, "t9");
        redis.at(staged).zadd(DEFAULT.aggregationSets(), Map.of(ofOtherType, 1.0, ofOtherGroup, 2.0));
        clock.advance(Duration.ofSeconds(120));

        assertThatThrownBy(() -> broker.groupCommands().reclaimStale("default")).isInstanceOf(BrokerException.class)
                .hasMessageContaining(ofOtherType).hasMessageContaining(ofOtherGroup);

        assertThat(zset(DEFAULT.group("g"))).containsExactly("t0", "t1", "t2");
        assertThat(zset(DEFAULT.aggregationSets())).containsExactly(ofOtherType, ofOtherGroup);
        assertThat(zset(ofOtherGroup)).containsExactly("t9");
    }
}

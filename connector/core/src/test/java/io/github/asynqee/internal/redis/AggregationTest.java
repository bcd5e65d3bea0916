package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The aggregate of a staged set is stored and the set is deleted atomically. */
class AggregationTest extends BrokerTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private AggregationSet set;

    @BeforeEach
    void stage() {
        store(Tasks.grouped("default", "m1", "g"), Tasks.grouped("default", "m3", "g"),
                Tasks.grouped("default", "m4", "g"),
                Tasks.unique("default", "m2", "member", new Placement.InGroup(), HOUR));
        set = broker.groupCommands().read("default", broker.groupCommands()
                .stage("default", "g", new GroupLimits(0, Duration.ZERO, Duration.ZERO)).orElseThrow());
    }

    private Optional<StoreResult> complete(NewTask aggregate) {
        return broker.groupCommands().complete(set, aggregate);
    }

    /** The key space after storing a task without a group. */
    private KeySpace afterStoring(NewTask task) {
        KeySpace saved = dump();
        redis.clear();
        try (Broker another = RedisBroker.connect(RedisConfig.of(redis.url()), clock)) {
            another.producerCommands().store(List.of(task));
        }
        KeySpace stored = dump();
        redis.clear();
        saved.load(redis);
        return stored;
    }

    private void assertReplaces(NewTask aggregate) {
        KeySpace expected = afterStoring(aggregate);

        assertThat(complete(aggregate)).contains(new StoreResult.Stored());

        assertThat(redis.at(DEFAULT.processed()).mget(DEFAULT.processed(), DEFAULT.processed(T0)))
                .as("each member counts").containsExactly("4", "4");
        dump().without(DEFAULT.processed(), DEFAULT.processed(T0)).assertSameAs(expected);
    }

    @Test
    void a_task_to_run_now_replaces_the_set() {
        assertReplaces(Tasks.pending("default", "a"));
    }

    @Test
    void a_task_to_run_later_replaces_the_set() {
        assertReplaces(Tasks.scheduled("default", "a", T0.plusSeconds(60)));
    }

    @Test
    void a_task_of_a_group_replaces_the_set() {
        assertReplaces(Tasks.grouped("default", "a", "another"));
    }

    @Test
    void a_task_to_run_now_waits_behind_the_others() {
        store(Tasks.pending("default", "earlier"));

        complete(Tasks.pending("default", "a"));

        assertThat(list(DEFAULT.pending())).containsExactly("a", "earlier");
    }

    static Stream<Placement> placements() {
        return Stream.of(new Placement.Pending(), new Placement.Scheduled(T0.plusSeconds(60)), new Placement.InGroup());
    }

    @ParameterizedTest
    @MethodSource("placements")
    void a_unique_task_replaces_the_set(Placement placement) {
        assertReplaces(Tasks.unique("default", "a", "subject", placement, HOUR));
    }

    @Test
    void nothing_changes_when_the_id_is_taken() {
        store(Tasks.pending("default", "a"));
        KeySpace before = dump();

        assertThat(complete(Tasks.unique("default", "a", "subject"))).contains(new StoreResult.IdTaken());
        dump().assertSameAs(before);
    }

    @Test
    void nothing_changes_when_the_lock_is_held() {
        store(Tasks.unique("default", "holder", "subject"));
        KeySpace before = dump();

        assertThat(complete(Tasks.unique("default", "a", "subject"))).contains(new StoreResult.Duplicate());
        dump().assertSameAs(before);
    }

    @Test
    void nothing_changes_when_the_set_was_put_back() {
        clock.advance(Duration.ofSeconds(120));
        broker.groupCommands().reclaimStale("default");
        KeySpace before = dump();

        assertThat(complete(Tasks.unique("default", "a", "subject"))).isEmpty();
        dump().assertSameAs(before);
    }

    @Test
    void nothing_changes_when_only_the_entry_of_the_set_is_left() {
        redis.at(set.key()).del(set.key());
        KeySpace before = dump();

        assertThat(complete(Tasks.pending("default", "a"))).isEmpty();
        dump().assertSameAs(before);
    }

    @Test
    void nothing_changes_when_only_the_members_of_the_set_are_left() {
        redis.at(set.key()).zrem(DEFAULT.aggregationSets(), set.key());
        KeySpace before = dump();

        assertThat(complete(Tasks.pending("default", "a"))).isEmpty();
        dump().assertSameAs(before);
    }

    @Test
    void locks_that_only_messages_name_are_released_if_they_are_the_members() {
        redis.at(set.key()).hdel(DEFAULT.task("m2"), "unique_key");
        redis.at(set.key()).set(Tasks.lock("default", "subject"), "another-id");

        complete(Tasks.pending("default", "a"));

        assertThat(exists(Tasks.lock("default", "member"))).isFalse();
        assertThat(exists(Tasks.lock("default", "subject"))).isTrue();
    }

    @Test
    void a_newer_task_with_the_id_of_a_member_is_spared() {
        redis.at(set.key()).del(DEFAULT.task("m3"));
        store(Tasks.pending("default", "m3"));

        complete(Tasks.pending("default", "a"));

        assertThat(state("m3")).isEqualTo("pending");
        assertThat(redis.at(set.key()).get(DEFAULT.processed())).isEqualTo("3");
    }

    @Test
    void the_same_task_again_is_found_stored() {
        complete(Tasks.pending("default", "a"));
        KeySpace before = dump();

        assertThat(complete(Tasks.pending("default", "a"))).contains(new StoreResult.Stored());
        dump().assertSameAs(before);
    }

    @Test
    void the_second_time_nothing_is_stored() {
        complete(Tasks.pending("default", "a"));
        KeySpace before = dump();

        assertThat(complete(Tasks.pending("default", "b"))).isEmpty();
        dump().assertSameAs(before);
    }
}

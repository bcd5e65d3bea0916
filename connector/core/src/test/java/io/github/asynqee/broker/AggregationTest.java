package io.github.asynqee.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.asynqee.broker.Groups.GroupLimits;
import io.github.asynqee.broker.NewTask.Placement;
import io.github.asynqee.redis.KeySpace;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A staged set becomes one task: both happen or neither. */
class AggregationTest extends BrokerTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private String set;

    @BeforeEach
    void stage() {
        store(Tasks.grouped("default", "m1", "g"), Tasks.grouped("default", "m3", "g"),
                Tasks.grouped("default", "m4", "g"),
                Tasks.unique("default", "m2", "member", new Placement.InGroup(), HOUR));
        set = broker.groups().stage("default", "g", new GroupLimits(0, Duration.ZERO, Duration.ZERO)).orElseThrow();
    }

    private Optional<StoreResult> complete(NewTask aggregate) {
        return broker.groups().complete(set, aggregate);
    }

    /** What storing a task leaves behind where no group ever was. */
    private KeySpace afterStoring(NewTask task) {
        KeySpace saved = dump();
        redis.clear();
        try (Broker another = RedisBroker.connect(RedisConfig.of(redis.url()), clock)) {
            another.producing().store(List.of(task));
        }
        KeySpace stored = dump();
        redis.clear();
        saved.load(redis);
        return stored;
    }

    private void assertReplaces(NewTask aggregate) {
        KeySpace expected = afterStoring(aggregate);

        assertThat(complete(aggregate)).contains(new StoreResult.Stored());

        dump().assertSameAs(expected);
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
    void a_lock_lives_a_second_at_least() {
        complete(Tasks.unique("default", "a", "subject", new Placement.Pending(), Duration.ofMillis(10)));

        assertThat(redis.at("asynq:{default}:").pttl(Tasks.lock("default", "subject"))).isBetween(1L, 1_000L);
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
        broker.groups().reclaimStale("default");
        KeySpace before = dump();

        assertThat(complete(Tasks.unique("default", "a", "subject"))).isEmpty();
        dump().assertSameAs(before);
    }

    @Test
    void nothing_changes_when_only_the_entry_of_the_set_is_left() {
        redis.at(set).del(set);
        KeySpace before = dump();

        assertThat(complete(Tasks.pending("default", "a"))).isEmpty();
        dump().assertSameAs(before);
    }

    @Test
    void nothing_changes_when_only_the_members_of_the_set_are_left() {
        redis.at(set).zrem(DEFAULT.aggregationSets(), set);
        KeySpace before = dump();

        assertThat(complete(Tasks.pending("default", "a"))).isEmpty();
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

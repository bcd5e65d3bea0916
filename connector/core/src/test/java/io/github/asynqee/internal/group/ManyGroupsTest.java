package io.github.asynqee.internal.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Channel.Lane;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** The cost of many waiting groups for Redis, and how late they may be staged. */
class ManyGroupsTest {

    private static final QueueKeys DEFAULT = QueueKeys.of("default");
    private static final int MANY = 5_000;
    private static final Duration GRACE = Duration.ofMinutes(1);

    private final ManualClock clock = ManualClock.startingAt(Instant.ofEpochSecond(2_000_000_000));
    private final Jedis redis = TestRedis.SINGLE.nodes().get(0);
    private final List<AggregationSet> staged = new ArrayList<>();
    private Broker broker;
    private AsynqClient client;
    private Channel channel;
    private Aggregator aggregator;

    @BeforeEach
    void connect() {
        TestRedis.SINGLE.clear();
        broker = RedisBroker.connect(RedisConfig.of(TestRedis.SINGLE.url()), clock);
        client = DefaultAsynqClient.of(broker);
        aggregate(new GroupConfig("", GRACE, Duration.ZERO, 10));
    }

    @AfterEach
    void disconnect() {
        client.close();
        broker.close();
    }

    private void aggregate(GroupConfig groups) {
        channel = new Channel(new ChannelConfig("groups", Map.of("default", 1), "",
                FailurePolicy.of(RetryDelay.fixed(GRACE)), groups));
        aggregator = new Aggregator(broker, () -> List.of("default"), queue -> true, new Router(List.of(channel)),
                (to, set) -> staged.add(set), groups.gracePeriod());
        for (int i = 0; i < 100; i++) {
            channel.ready(new Lane() {
                @Override
                public void deliver(Delivery delivery) {
                    throw new AssertionError("nothing is delivered");
                }
            });
        }
    }

    private void join(String group, int tasks) {
        client.enqueueAll(IntStream.range(0, tasks).mapToObj(i -> Task.of("note", "{}").group(group)).toList());
    }

    private void joinMany() {
        joinMany("g");
    }

    private void joinMany(String prefix) {
        client.enqueueAll(IntStream.range(0, MANY).mapToObj(i -> Task.of("note", "{}").group(prefix + i)).toList());
    }

    private Duration runAfter(Duration time) {
        clock.advance(time);
        return aggregator.runOnce();
    }

    private Duration runAfterReport(Duration time) {
        aggregator.lookSoon("default");
        return runAfter(time);
    }

    /** The calls of a command since {@link Jedis#configResetStat}. */
    private int calls(String command) {
        Matcher calls = Pattern.compile("cmdstat_" + command + ":calls=([0-9]+)").matcher(redis.info("commandstats"));
        return calls.find() ? Integer.parseInt(calls.group(1)) : 0;
    }

    private List<String> groups() {
        return staged.stream().map(AggregationSet::group).toList();
    }

    @Test
    void a_new_group_is_asked_about_alone() {
        joinMany();
        aggregator.runOnce();
        join("new", 10);
        redis.configResetStat();

        runAfterReport(Duration.ofSeconds(1));

        assertThat(groups()).as("is full").containsExactly("new");
        assertThat(calls("zcard")).as("a look, and two tries to stage it").isEqualTo(3);
    }

    @Test
    void names_are_listed_for_one_percent_of_the_time() {
        joinMany();
        aggregator.runOnce();
        redis.configResetStat();

        Duration rest = runAfterReport(Duration.ofMillis(10));
        assertThat(rest).as("100 times the 1.3 ms that the list takes, less those 10 ms")
                .isEqualTo(Duration.ofNanos(MANY * 260L * 100).minusMillis(10));
        assertThat(calls("smembers")).isZero();
        runAfter(rest);
        assertThat(calls("smembers")).isEqualTo(1);
        assertThat(runAfter(Duration.ofSeconds(1))).as("nothing was reported").isGreaterThan(Duration.ofSeconds(5));
        assertThat(calls("smembers")).isEqualTo(1);
    }

    @Test
    void a_clock_that_goes_back_stops_no_search() {
        join("g", 1);
        aggregator.runOnce();
        clock.advance(Duration.ofMinutes(-30));
        join("full", 10);
        aggregator.lookSoon("default");

        assertThat(aggregator.runOnce()).isLessThanOrEqualTo(Duration.ofSeconds(7));

        assertThat(staged).singleElement().satisfies(set -> assertThat(set.group()).isEqualTo("full"));
    }

    @Test
    void a_known_group_that_has_become_full_is_staged_within_seven_seconds() {
        joinMany();
        aggregator.runOnce();
        join("g4711", 9);

        assertThat(runAfter(Duration.ofMillis(6_999))).isEqualTo(Duration.ofMillis(1));
        assertThat(staged).isEmpty();
        runAfter(Duration.ofMillis(1));

        assertThat(groups()).containsExactly("g4711");
    }

    @Test
    void all_groups_are_asked_about_for_two_percent_of_the_time() {
        aggregate(new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 10));
        joinMany();
        joinMany("h");
        Instant notSoon = clock.instant().plusSeconds(600);
        for (int i = 0; i < MANY; i++) {
            redis.zadd(DEFAULT.group("g" + i), notSoon.getEpochSecond(), "newest");
            redis.zadd(DEFAULT.group("h" + i), notSoon.getEpochSecond(), "newest");
        }
        aggregator.runOnce();
        join("g4711", 8);
        redis.configResetStat();
        Duration between = Duration.ofNanos(2 * MANY * 3_500L * 50);

        runAfter(between.minusMillis(1));
        assertThat(staged).isEmpty();
        assertThat(calls("zcard")).isZero();
        runAfter(Duration.ofMillis(1));

        assertThat(groups()).as("50 times the 35 ms that all take").containsExactly("g4711");
    }

    @Test
    void groups_are_staged_at_the_second_at_which_they_are_due_however_many_wait() {
        joinMany();
        clock.advance(Duration.ofSeconds(3));
        join("late", 2);
        clock.advance(Duration.ofSeconds(54));
        Duration rest = aggregator.runOnce();
        assertThat(rest).isEqualTo(Duration.ofSeconds(3));
        redis.configResetStat();

        runAfter(rest);

        assertThat(staged).hasSize(MANY).noneMatch(set -> set.group().equals("late"));
    }

    @Test
    void a_group_that_a_peer_has_staged_and_that_was_joined_again_is_found() {
        join("g", 2);
        aggregator.runOnce();
        clock.advance(GRACE);
        assertThat(broker.groupCommands().stage("default", "g", new GroupLimits(10, Duration.ZERO, GRACE)))
                .as("by a peer").isPresent();
        aggregator.runOnce();
        assertThat(staged).isEmpty();

        join("g", 10);
        runAfterReport(Duration.ofSeconds(1));

        assertThat(groups()).containsExactly("g");
    }

    @Test
    void a_group_whose_tasks_returned_with_their_age_is_staged() {
        aggregate(new GroupConfig("", GRACE, Duration.ofMinutes(5), 10));
        join("g", 1);
        String set = broker.groupCommands().stage("default", "g", new GroupLimits(1, Duration.ZERO, GRACE))
                .orElseThrow();
        clock.advance(Duration.ofMinutes(10));
        join("g", 1);
        aggregator.runOnce();
        assertThat(broker.groupCommands().reclaimStale("default")).as(set).isEqualTo(1);

        runAfter(Duration.ofSeconds(7));

        assertThat(staged).hasSize(1).first().satisfies(all -> assertThat(all.members()).hasSize(2));
    }
}

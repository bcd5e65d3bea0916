package io.github.asynqee.internal.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Filter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.IntStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Channel.Lane;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.vectors.KeySpace;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.GroupConfig;
import io.github.asynqee.worker.RetryDelay;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class AggregatorTest {

    private static final Instant T0 = Instant.ofEpochSecond(2_000_000_000);
    private static final QueueKeys DEFAULT = QueueKeys.of("default");
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualClock clock = ManualClock.startingAt(T0);
    private final Jedis redis = TestRedis.SINGLE.nodes().get(0);
    private final List<AutoCloseable> open = new ArrayList<>();
    private Broker broker;
    private AsynqClient client;
    private Consumer consumer = new Consumer(MINUTE, Duration.ZERO, 0);
    private Aggregator aggregator;

    /** A channel of the groups whose names begin with "g"; each set it receives occupies a lane. */
    private static final class Consumer {

        private final Channel channel;
        private final Deque<Lane> lanes = new ArrayDeque<>();
        private final List<AggregationSet> accepted = new ArrayList<>();

        Consumer(Duration grace, Duration delay, int size) {
            channel = new Channel(new ChannelConfig("groups", Map.of("low", 1, "default", 1), "",
                    FailurePolicy.of(RetryDelay.fixed(grace)), new GroupConfig("g", grace, delay, size)));
            capacity(100);
        }

        /** Sets the number of free lanes. */
        void capacity(int free) {
            while (lanes.size() < free) {
                Lane lane = new Lane() {
                    @Override
                    public void deliver(Delivery delivery) {
                        throw new AssertionError("nothing is delivered");
                    }
                };
                lanes.push(lane);
                channel.ready(lane);
            }
            while (lanes.size() > free) {
                channel.remove(lanes.pop());
            }
        }

        void accept(Channel to, AggregationSet set) {
            assertThat(to).isSameAs(channel);
            accepted.add(set);
            capacity(lanes.size() - 1);
        }

        List<List<String>> ids() {
            return accepted.stream().map(set -> set.messages().stream().map(TaskMessage::id).toList()).toList();
        }
    }

    @BeforeEach
    void connect() {
        TestRedis.SINGLE.clear();
        broker = connected(TestRedis.SINGLE.url());
        client = DefaultAsynqClient.of(broker);
        open.add(client);
        aggregate(consumer);
    }

    @AfterEach
    void disconnect() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private Broker connected(String url) {
        Broker connected = RedisBroker.connect(RedisConfig.of(url), clock);
        open.add(connected);
        return connected;
    }

    private void aggregate(Consumer with) {
        consumer = with;
        aggregator = new Aggregator(broker, () -> List.of("low", "default"), queue -> true,
                new Router(List.of(with.channel)),
                with::accept,
                with.channel.config().groups().gracePeriod());
    }

    private void join(String group, String... ids) {
        for (String id : ids) {
            client.enqueue(Task.of("email:welcome", "{}").id(id).group(group));
        }
    }

    private void pass(long seconds) {
        clock.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void a_group_is_staged_when_no_task_has_joined_for_the_grace_period() {
        join("g", "t1");
        pass(30);
        join("g", "t2");
        assertThat(aggregator.runOnce()).isEqualTo(Duration.ofSeconds(7));

        pass(57);
        assertThat(aggregator.runOnce()).as("until it is due").isEqualTo(Duration.ofSeconds(3));
        assertThat(consumer.accepted).isEmpty();
        pass(3);
        aggregator.runOnce();

        assertThat(consumer.ids()).containsExactly(List.of("t1", "t2"));
        assertThat(consumer.accepted.get(0).deadline()).isEqualTo(T0.plusSeconds(90 + 120));
        assertThat(broker.groupCommands().list("default")).isEmpty();
        assertThat(aggregator.isWaiting()).isFalse();
    }

    @Test
    void a_group_is_handed_over_when_its_oldest_task_has_waited_too_long() {
        aggregate(new Consumer(MINUTE, Duration.ofSeconds(100), 0));
        for (int i = 0; i < 4; i++) {
            join("g", "t" + i);
            pass(30);
            aggregator.runOnce();
            assertThat(consumer.accepted).hasSize(i < 3 ? 0 : 1);
        }

        assertThat(consumer.ids()).containsExactly(List.of("t0", "t1", "t2", "t3"));
    }

    @Test
    void a_thousand_tasks_become_ten_sets_of_a_hundred_at_once() {
        aggregate(new Consumer(MINUTE, Duration.ZERO, 100));
        client.enqueueAll(IntStream.range(0, 1_000)
                .mapToObj(i -> Task.of("email:welcome", "{}").id("t" + i).group("g")).toList());

        aggregator.runOnce();

        assertThat(consumer.accepted).hasSize(10).allSatisfy(set -> assertThat(set.messages()).hasSize(100));
        assertThat(consumer.ids().stream().flatMap(List::stream).distinct()).hasSize(1_000);
    }

    @Test
    void nothing_is_staged_without_a_free_lane() {
        aggregate(new Consumer(MINUTE, Duration.ZERO, 2));
        join("g", "t1", "t2", "t3", "t4", "t5");
        consumer.capacity(0);
        KeySpace before = KeySpace.dump(TestRedis.SINGLE);

        aggregator.runOnce();
        KeySpace.dump(TestRedis.SINGLE).assertSameAs(before);
        assertThat(aggregator.isWaiting()).isTrue();

        consumer.capacity(1);
        aggregator.runOnce();
        assertThat(consumer.ids()).containsExactly(List.of("t1", "t2"));
        assertThat(aggregator.isWaiting()).isTrue();
        consumer.capacity(2);
        aggregator.runOnce();
        assertThat(consumer.ids()).containsExactly(List.of("t1", "t2"), List.of("t3", "t4"));
        assertThat(aggregator.isWaiting()).as("the fifth is not due").isFalse();
        pass(60);
        aggregator.runOnce();
        assertThat(consumer.ids()).hasSize(3).last().isEqualTo(List.of("t5"));
    }

    @Test
    void the_longest_overdue_group_comes_first() {
        join("g-b", "b");
        pass(1);
        join("g-a", "a");
        pass(1);
        client.enqueue(Task.of("email:welcome", "{}").id("c").group("g-c").queue("low"));
        pass(100);
        consumer.capacity(2);

        aggregator.runOnce();

        assertThat(consumer.ids()).containsExactly(List.of("b"), List.of("a"));
    }

    @Test
    void groups_of_others_are_left_alone() {
        join("other", "t1");
        pass(1_000);
        KeySpace before = KeySpace.dump(TestRedis.SINGLE);

        aggregator.runOnce();

        KeySpace.dump(TestRedis.SINGLE).assertSameAs(before);
    }

    @Test
    void it_looks_for_new_groups_every_grace_period_but_at_least_every_seven_seconds() {
        assertThat(aggregator.runOnce()).isEqualTo(Duration.ofSeconds(7));
        aggregate(new Consumer(Duration.ofSeconds(2), Duration.ZERO, 0));
        assertThat(aggregator.runOnce()).isEqualTo(Duration.ofSeconds(2));
        pass(1);
        assertThat(aggregator.runOnce()).as("what is left of the rest").isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void members_that_cannot_be_handled_do_not_keep_the_others() {
        join("g", "gone", "bad", "good");
        redis.del(DEFAULT.task("gone"));
        redis.hset(DEFAULT.task("bad").getBytes(), "msg".getBytes(), new byte[]{ (byte) 0xff });
        pass(60);

        aggregator.runOnce();

        assertThat(consumer.ids()).containsExactly(List.of("good"));
        assertThat(redis.zrange(consumer.accepted.get(0).key(), 0, -1)).containsExactly("good");
        assertThat(redis.zrange(DEFAULT.archived(), 0, -1)).containsExactly("bad");
        assertThat(redis.hget(DEFAULT.task("bad"), "state")).isEqualTo("archived");
    }

    @Test
    void a_group_with_a_time_that_no_clock_reaches_does_not_keep_the_others() {
        join("g-b", "b");
        join("g-a", "a");
        redis.zadd(DEFAULT.group("g-b"), Double.POSITIVE_INFINITY, "b");
        pass(60);

        aggregator.runOnce();

        assertThat(consumer.ids()).containsExactly(List.of("a"));
    }

    @Test
    void a_group_of_which_nothing_is_left_is_not_handed_over() {
        join("g", "gone");
        redis.del(DEFAULT.task("gone"));
        pass(60);

        aggregator.runOnce();

        assertThat(consumer.accepted).isEmpty();
        assertThat(redis.keys("asynq:{default}*")).containsOnly(DEFAULT.groupRules());
    }

    @Test
    void a_broken_queue_does_not_keep_the_others() {
        redis.set(QueueKeys.of("low").groups(), "no set");
        join("g", "t1");
        pass(60);

        aggregator.runOnce();

        assertThat(consumer.ids()).containsExactly(List.of("t1"));
    }

    @Test
    void a_set_whose_stage_was_not_extended_is_requeued_and_staged_again() {
        join("g", "t1", "t2");
        pass(60);
        aggregator.runOnce();
        pass(120);

        broker.groupCommands().reclaimStale("default");
        aggregator.runOnce();

        assertThat(consumer.ids()).containsExactly(List.of("t1", "t2"), List.of("t1", "t2"));
    }

    /** Every script has been used once, so that requests are the scripts' own. */
    private TcpProxy throughNetwork() {
        TcpProxy network = TcpProxy.to(TestRedis.SINGLE.port());
        open.add(network);
        broker = connected(network.url());
        aggregate(consumer);
        join("g", "t0");
        pass(60);
        aggregator.runOnce();
        consumer.accepted.clear();
        join("g", "t1", "t2");
        pass(60);
        return network;
    }

    @Test
    void a_set_is_found_though_the_answer_to_its_staging_was_lost() throws Exception {
        CountDownLatch lost = throughNetwork()
                .loseNextReplyTo(DEFAULT.groups() + "\r\n$26\r\nasynq:{default}:whole-slot\r\n$1\r\n0");

        aggregator.runOnce();

        assertThat(lost.getCount()).isZero();
        assertThat(consumer.ids()).containsExactly(List.of("t1", "t2"));
    }

    @Test
    void a_staged_set_that_could_not_be_read_is_read_again() throws Exception {
        CountDownLatch lost = throughNetwork().loseNextReplyTo(PrivateFields.FIRST_SET);

        aggregator.runOnce();
        assertThat(lost.getCount()).isZero();
        assertThat(consumer.accepted).isEmpty();
        assertThat(aggregator.isWaiting()).isTrue();
        aggregator.runOnce();

        assertThat(consumer.ids()).containsExactly(List.of("t1", "t2"));
        assertThat(aggregator.isWaiting()).isFalse();
    }

    @Test
    void a_staged_set_that_was_requeued_before_it_could_be_read_is_staged_again() throws Exception {
        throughNetwork().loseNextReplyTo(PrivateFields.FIRST_SET);
        aggregator.runOnce();
        pass(121);
        broker.groupCommands().reclaimStale("default");

        aggregator.runOnce();

        assertThat(consumer.ids()).as("with the one of the first set").containsExactly(List.of("t0", "t1", "t2"));
        assertThat(redis.zcard(DEFAULT.aggregationSets())).isEqualTo(1);
        assertThat(aggregator.isWaiting()).isFalse();
    }

    @Test
    void a_repeated_failure_is_logged_once() {
        List<LogRecord> warnings = new ArrayList<>();
        Logger logger = Logger.getLogger(Aggregator.class.getName());
        Filter before = logger.getFilter();
        logger.setFilter(message -> message.getLevel() != Level.WARNING || warnings.add(message));
        open.add(() -> logger.setFilter(before));
        redis.set(DEFAULT.aggregationSets(), "no sorted set");
        join("g", "t1");
        pass(60);

        for (int i = 0; i < 3; i++) {
            aggregator.runOnce();
            pass(7);
        }
        assertThat(warnings).hasSize(1);

        redis.del(DEFAULT.aggregationSets());
        aggregator.runOnce();
        assertThat(consumer.ids()).containsExactly(List.of("t1"));
        redis.set(DEFAULT.aggregationSets(), "no sorted set");
        join("g", "t2");
        pass(60);
        aggregator.runOnce();
        assertThat(warnings).as("after it was well").hasSize(2);
    }
}

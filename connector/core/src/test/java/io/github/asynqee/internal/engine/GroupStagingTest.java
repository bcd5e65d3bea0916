package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import io.github.asynqee.event.TaskArchived;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.HandlerLane;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.vectors.KeySpace;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.GroupConfig;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Transaction;

/** How a stage is extended, requeued, lost and recovered. */
class GroupStagingTest extends GroupTest {

    @Test
    void a_group_that_takes_longer_than_a_set_may_is_kept_staged() throws Exception {
        handlerWaits();
        join("t1", "t2", "t3");
        start();
        called();

        for (int minute = 1; minute <= 5; minute++) {
            clock.advance(Duration.ofMinutes(1));
            double expected = T0.getEpochSecond() + 60 * minute + 120;
            await().untilAsserted(
                    () -> assertThat(redis.zrangeWithScores(DEFAULT.aggregationSets(), 0, -1).get(0).getScore())
                            .isEqualTo(expected));
            assertThat(broker.groupCommands().reclaimStale("default")).isZero();
        }
        release.countDown();
        awaitNothingHeld();

        assertThat(count(DEFAULT.processed())).isEqualTo(3);
    }

    @Test
    void a_handler_whose_set_was_requeued_is_interrupted_and_writes_nothing() throws Exception {
        handlerWaits();
        join("t1", "t2", "t3");
        start();
        called();

        String set = redis.zrange(DEFAULT.aggregationSets(), 0, 0).get(0);
        Transaction putsBack = redis.multi();
        putsBack.zrem(DEFAULT.aggregationSets(), set);
        // where this worker does not find it
        putsBack.rename(set, DEFAULT.group("not listed"));
        putsBack.exec();
        KeySpace putBack = KeySpace.dump(TestRedis.SINGLE).ofQueue("default");
        awaitSignal(interrupted);
        awaitNothingHeld();

        KeySpace.dump(TestRedis.SINGLE).ofQueue("default").assertSameAs(putBack);
    }

    @Test
    void a_set_that_could_not_be_kept_staged_is_given_up() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = closedLater(RedisBroker.connect(RedisConfig.of(network.url()), clock));
        handlerWaits();
        join("t1", "t2", "t3");
        start();
        called();

        network.cut();
        clock.advance(Duration.ofSeconds(121));
        awaitSignal(interrupted);
        awaitNothingHeld();

        assertThat(redis.zcard(DEFAULT.aggregationSets())).isEqualTo(1);
        assertThat(state("t1")).isEqualTo("aggregating");
    }

    @Test
    void an_outcome_chosen_during_an_outage_is_written_later() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = closedLater(RedisBroker.connect(RedisConfig.of(network.url()), clock));
        handlerWaits();
        join("t1", "t2", "t3");
        start();
        called();

        network.cut();
        release.countDown();
        await().untilAsserted(() -> assertThat(network.refused()).isGreaterThan(5));
        assertThat(redis.zcard(DEFAULT.aggregationSets())).isEqualTo(1);
        network.heal();
        awaitNothingHeld();

        assertThat(count(DEFAULT.processed())).isEqualTo(3);
        assertThat(redis.keys(DEFAULT.taskPrefix() + "*")).isEmpty();
    }

    @Test
    void a_set_whose_channel_loses_its_last_lane_while_it_is_read_is_requeued_at_once() throws Exception {
        Channel channel = new Channel(new ChannelConfig("groups", Map.of("default", 1), "", POLICY,
                new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 3)));
        Channel.Lane lane = group -> {};
        channel.ready(lane);
        channels.add(channel);
        CountDownLatch removed = new CountDownLatch(1);
        broker = Interception.ofGroupCommands(broker, (method, args) -> {
            if (method.getName().equals("read")) {
                channel.remove(lane);
                removed.countDown();
            }
            return null;
        });
        join("t1", "t2", "t3");
        start();
        awaitSignal(removed);

        await().untilAsserted(() -> assertThat(redis.zcard(DEFAULT.group("g"))).isEqualTo(3));
        awaitNothingHeld();
        assertThat(redis.exists(DEFAULT.aggregationSets())).isFalse();
    }

    @Test
    void at_shutdown_a_running_group_is_requeued_without_using_a_retry() throws Exception {
        handlerWaits();
        join("t1", "t2", "t3");
        KeySpace before = KeySpace.dump(TestRedis.SINGLE).ofQueue("default");
        start();
        called();

        worker.shutdown(Duration.ZERO);

        awaitSignal(interrupted);
        KeySpace.dump(TestRedis.SINGLE).ofQueue("default").assertSameAs(before);
    }

    @Test
    void nothing_is_staged_after_a_stop() throws Exception {
        aggregate("", 1, group -> {});
        start();
        worker.stopFetching();
        join("t1", "t2", "t3");
        KeySpace before = KeySpace.dump(TestRedis.SINGLE).ofQueue("default");

        worker.shutdown(Duration.ZERO);

        KeySpace.dump(TestRedis.SINGLE).ofQueue("default").assertSameAs(before);
        assertThat(calls).isEmpty();
    }

    /** Sets are staged by servers that die, so often. */
    private void serversDie(int times) {
        for (int i = 0; i < times; i++) {
            clock.advance(Duration.ofSeconds(2));
            assertThat(broker.groupCommands().stage("default", "g",
                    new GroupLimits(3, Duration.ZERO, Duration.ofSeconds(1))))
                    .isPresent();
            clock.advance(Duration.ofMinutes(2));
            assertThat(broker.groupCommands().reclaimStale("default")).isEqualTo(1);
        }
    }

    @Test
    void a_member_that_may_be_what_ends_its_servers_is_archived_and_the_others_are_handled() throws Exception {
        aggregate("", 1, group -> {});
        join("pill");
        serversDie(1);
        join("suspect");
        serversDie(3);
        join("new");
        start();

        assertThat(ids(called())).containsExactly("suspect", "new");
        awaitNothingHeld();

        assertThat(state("pill")).isEqualTo("archived");
        assertThat(stored("pill").errorMessage()).isEqualTo("asynq: task lease expired: archived after 3 recoveries: "
                + "the worker died each time");
        assertThat(redis.hexists(DEFAULT.task("pill"), "asynqee:recoveries")).as("starts over").isFalse();
        assertThat(events).anyMatch(TaskArchived.class::isInstance);
        assertThat(count(DEFAULT.processed())).isEqualTo(3);
    }

    @Test
    void without_a_limit_a_member_is_handled_however_often_its_servers_died() throws Exception {
        config.maxRecoveries(0);
        aggregate("", 1, group -> {});
        join("pill");
        serversDie(8);
        start();

        assertThat(ids(called())).containsExactly("pill");
    }

    @Test
    void a_group_requeued_by_a_server_that_stops_does_not_count_as_recovered() throws Exception {
        handlerWaits();
        join("t1", "t2", "t3");
        start();
        called();

        worker.shutdown(Duration.ZERO);

        assertThat(redis.zcard(DEFAULT.group("g"))).isEqualTo(3);
        assertThat(redis.hexists(DEFAULT.task("t1"), "asynqee:recoveries")).isFalse();
    }

    @Test
    void a_set_that_redis_refuses_repeatedly_is_abandoned_and_requeued() throws Exception {
        QueueKeys broken = QueueKeys.of("broken");
        redis.set(broken.retry(), "no sorted set");
        Channel channel = new Channel(new ChannelConfig("both", Map.of("default", 1, "broken", 1), "", POLICY,
                new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 3)));
        HandlerLane.openForGroups(channel, 2, group -> {
            calls.add(group);
            if (group.queue().equals("broken")) {
                throw new IllegalStateException("boom");
            }
        }, pool);
        channels.add(channel);
        for (int i = 0; i < 3; i++) {
            client.enqueue(member("b" + i).queue("broken"));
        }
        start();
        assertThat(called().queue()).isEqualTo("broken");
        await().untilAsserted(() -> assertThat(events).hasSize(3));

        join("t1", "t2", "t3");
        clock.advance(Duration.ofSeconds(7));
        await().untilAsserted(() -> assertThat(count(DEFAULT.processed())).isEqualTo(3));
        awaitNothingHeld();
        // otherwise it stages the group again
        worker.shutdown(Duration.ZERO);

        clock.advance(Duration.ofMinutes(3));
        assertThat(broker.groupCommands().reclaimStale("broken")).isEqualTo(1);
        assertThat(redis.zrange(broken.group("g"), 0, -1)).containsExactly("b0", "b1", "b2");
    }
}

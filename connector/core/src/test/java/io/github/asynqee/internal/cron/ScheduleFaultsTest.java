package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.Task;
import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Networks that break and nodes that die between any two steps. */
@Tag("thorough")
@Timeout(60)
class ScheduleFaultsTest extends ScheduleTest {

    private static final String ID = every(7).entryId();
    private static final String STATE = "asynq:{default}:cron:" + ID;
    private static final int SECONDS = Boolean.getBoolean("asynq.test.thorough") ? 600 : 120;

    private TcpProxy network;

    @BeforeEach
    void connect() {
        network = TcpProxy.to(redis().port());
    }

    @AfterEach
    void disconnect() {
        network.close();
    }

    private Node warm() {
        Node node = nodeAt(network.url()).with(every(7));
        run(Duration.ofSeconds(7));
        assertThat(pending()).hasSize(1);
        return node;
    }

    private List<String> history(Node node) {
        return node.broker.schedulers().history(ID, 1, 1_000).stream().map(SchedulerEnqueueEvent::taskId).toList();
    }

    /** Loses one reply in the round that deals with the second tick. */
    private Node loseReplyTo(String request) throws InterruptedException {
        Node node = warm();
        CountDownLatch lost = network.loseNextReplyTo(request);
        run(Duration.ofSeconds(9));
        assertThat(lost.await(10, TimeUnit.SECONDS)).isTrue();
        return node;
    }

    @Test
    void a_tick_with_an_ambiguous_result_is_enqueued_emitted_and_recorded_once() throws Exception {
        Node node = loseReplyTo("EVALSHA");

        assertThat(pending()).hasSize(2);
        assertThat(node.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(7),
                START.plusSeconds(14));
        assertThat(history(node)).isEqualTo(pending());
    }

    @Test
    void a_record_with_an_ambiguous_result_is_in_the_history_once() throws Exception {
        Node node = loseReplyTo("scheduler_history");
        run(Duration.ofSeconds(10));

        assertThat(pending()).hasSize(3);
        assertThat(history(node)).isEqualTo(pending());
    }

    @Test
    void only_the_node_that_has_enqueued_a_task_emits_its_event() throws Exception {
        Node one = warm();
        Node other = node().with(every(7));
        CountDownLatch lost = network.loseNextReplyTo("scheduler_history");
        run(Duration.ofSeconds(7));
        assertThat(lost.await(10, TimeUnit.SECONDS)).isTrue();
        run(Duration.ofSeconds(14));

        assertThat(pending()).hasSize(4);
        assertThat(one.enqueued()).hasSize(4);
        assertThat(other.events).isEmpty();
    }

    @Test
    void a_queue_whose_answer_is_lost_loses_no_tick() throws Exception {
        loseReplyTo("SADD");

        assertThat(pending()).hasSize(2);
    }

    @Test
    void a_task_out_of_turn_whose_answer_is_lost_is_enqueued_once() throws Exception {
        Node node = warm();
        node.scheduler.runNow("beat");
        network.loseNextReplyTo("EVALSHA");

        String id = node.scheduler.runNow("beat").orElseThrow().id();

        assertThat(pending()).hasSize(3).contains(id);
        assertThat(history(node)).hasSize(3).contains(id);
    }

    @Test
    void what_a_node_did_not_live_to_record_is_recorded_by_another() {
        Node dead = warm();
        redis().at(STATE).zrem(("asynq:scheduler_history:" + ID).getBytes(),
                new SchedulerEnqueueEvent(pending().get(0), now()).toBytes());
        redis().at(STATE).hset(STATE, "firing:" + pending().get(0),
                (now().getEpochSecond()) + " " + now().getEpochSecond() + "000000000 dead");
        nodes.remove(dead);

        Node other = node().with(every(7));
        assertThat(history(other)).isEmpty();
        run(Duration.ofSeconds(20));

        assertThat(history(other)).isEqualTo(pending());
    }

    @Test
    void during_an_outage_ticks_wait_up_to_the_tolerance() {
        Node node = warm();
        network.cut();
        pass(Duration.ofSeconds(7));
        assertThat(node.scheduler.runOnce()).isEqualTo(now().plusSeconds(1));
        pass(Duration.ofSeconds(29));
        node.scheduler.runOnce();
        network.heal();
        node.scheduler.runOnce();

        assertThat(node.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(7),
                START.plusSeconds(14), START.plusSeconds(21), START.plusSeconds(28), START.plusSeconds(35),
                START.plusSeconds(42));
    }

    @Test
    void a_scheduler_may_start_before_redis() {
        network.cut();
        Node node = nodeAt(network.url()).with(every(7));
        assertThat(node.entry("beat").next()).isNull();
        network.heal();
        run(Duration.ofSeconds(8));

        assertThat(pending()).hasSize(1);
    }

    @Test
    void a_fail_over_to_a_redis_that_is_behind_loses_no_tick() {
        Node node = warm();
        // the replica lacks the last task and its tick
        redis().clear();
        redis().at(STATE).hset(STATE, Map.of("spec", "@every 7s", "anchor",
                "" + START.getEpochSecond(), "last", "" + START.getEpochSecond(), "seen", "" + now().getEpochSecond()));
        assertThat(pending()).isEmpty();

        run(Duration.ofSeconds(10));

        assertThat(node.enqueued()).extracting(PeriodicTaskEnqueued::tick).containsExactly(START.plusSeconds(7),
                START.plusSeconds(7), START.plusSeconds(14));
        assertThat(pending()).hasSize(2);
    }

    @Test
    void a_redis_that_has_lost_everything_loses_no_further_tick() {
        Node node = warm();
        redis().clear();

        run(Duration.ofSeconds(14));

        assertThat(pending()).hasSize(2);
        assertThat(node.entry("beat").next()).isEqualTo(START.plusSeconds(28));
    }

    @ParameterizedTest
    @EnumSource(TestRedis.class)
    void each_tick_is_enqueued_once_wherever_a_connection_breaks(TestRedis redis) {
        redis.clear();
        Random random = new Random(20240131);
        List<Node> alive = new ArrayList<>();
        List<TcpProxy> networks = new ArrayList<>();
        for (int second = 0; second < SECONDS; second++) {
            while (alive.size() < 4) {
                TcpProxy proxy = TcpProxy.to(redis.port());
                networks.add(proxy);
                String url = redis == TestRedis.SINGLE && random.nextInt(4) > 0 ? proxy.url() : redis.url();
                Node node = nodeAt(url, Duration.ofMillis(random.nextInt(10_000) - 5_000));
                for (String queue : List.of("default", "low", "critical")) {
                    node.scheduler.put(PeriodicTask.of(queue, "@every 2s", Task.of("beat", "x").queue(queue)));
                }
                alive.add(node);
            }
            pass(Duration.ofSeconds(1));
            TcpProxy broken = networks.get(networks.size() - 1 - random.nextInt(4));
            switch (random.nextInt(12)) {
                case 0 -> broken.loseNextReplyTo("EVALSHA");
                case 1 -> broken.loseNextReplyTo("HDEL");
                case 2 -> broken.cut();
                case 3 -> nodes.remove(alive.remove(random.nextInt(alive.size())));
                default -> networks.forEach(TcpProxy::heal);
            }
            for (Node node : alive) {
                if (random.nextInt(3) > 0) {
                    node.scheduler.runOnce();
                }
            }
        }
        networks.forEach(TcpProxy::heal);
        nodes.forEach(node -> node.scheduler.runOnce());

        for (String queue : List.of("default", "low", "critical")) {
            List<String> ids = redis.at("asynq:{" + queue + "}:pending").lrange("asynq:{" + queue + "}:pending", 0, -1);
            assertThat(ids).doesNotHaveDuplicates().hasSizeBetween(SECONDS / 2 - 2, SECONDS / 2 + 4);
        }
        networks.forEach(TcpProxy::close);
    }
}

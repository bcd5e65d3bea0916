package io.github.asynqee.internal.redis.tracking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Moved slots and failed nodes of a cluster. */
@Timeout(60)
class TrackedReadsClusterTest {

    /** On the first, second and third node. */
    private static final List<String> KEYS = List.of("asynq:{b1}:pending", "asynq:{default}:pending",
            "asynq:{low}:pending");
    private static final String KEY = KEYS.get(1);
    private static final int SLOT = JedisClusterCRC16.getSlot(KEY);
    private static final int FROM = 1;
    private static final int TO = 2;

    private EmbeddedRedisCluster cluster;
    private List<Jedis> nodes;
    private Watch watch;

    @BeforeEach
    void start() throws Exception {
        cluster = EmbeddedRedisCluster.start();
        nodes = cluster.nodes().stream().map(TestRedis::connect).toList();
        watch = Watch.started(cluster.url(), Watch.SHORT);
        watch.arm(KEYS);
    }

    @AfterEach
    void stop() {
        watch.close();
        nodes.forEach(Jedis::close);
        cluster.close();
    }

    private void moveSlot() {
        moveSlot(SLOT);
    }

    private void moveSlot(int slot) {
        String target = nodes.get(TO).clusterMyId();
        nodes.get(TO).clusterSetSlotNode(slot, target);
        nodes.get(FROM).clusterSetSlotNode(slot, target);
        nodes.get(0).clusterSetSlotNode(slot, target);
    }

    /** At five commands per second, {@code EXISTS} for each slot would take longer. */
    @Test
    void many_slots_that_move_are_found_out_at_once() throws Exception {
        List<String> keys = Watch.keys(150);
        watch.arm(keys);
        List<String> moving = keys.stream().filter(key -> JedisClusterCRC16.getSlot(key) * 3 / 16_384 == FROM).toList();
        assertThat(moving).hasSizeGreaterThan(40);
        long begin = System.nanoTime();

        moving.forEach(key -> moveSlot(JedisClusterCRC16.getSlot(key)));

        watch.assertReported(moving.toArray(String[]::new));
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(6));
    }

    @Test
    void a_key_that_moves_without_existing_is_reported_and_heard_at_its_new_node() throws Exception {
        moveSlot();

        watch.assertReported(KEY);
        watch.arm(KEY);
        nodes.get(TO).lpush(KEY, "t");
        watch.assertReported(KEY);
        assertThat(watch.readLength(KEY)).isEqualTo(1);
        assertThat(watch.reads.isTracked(KEYS.get(0))).isTrue();
    }

    @Test
    void the_keys_of_a_slot_that_is_moving_are_reported_again_and_again() throws Exception {
        nodes.get(TO).clusterSetSlotImporting(SLOT, nodes.get(FROM).clusterMyId());
        nodes.get(FROM).clusterSetSlotMigrating(SLOT, nodes.get(TO).clusterMyId());
        watch.assertReported(KEY);
        long begin = System.nanoTime();
        for (int i = 0; i < 5; i++) {
            assertThat(watch.readLength(KEY)).isZero();
            assertThat(watch.reads.isTracked(KEY)).isFalse();
            watch.assertReported(KEY);
        }
        assertThat(System.nanoTime() - begin).as("time of five reports, so that nothing spins")
                .isGreaterThan(Watch.SHORT.tick().toNanos() * 3);

        nodes.get(TO).asking();
        nodes.get(TO).lpush(KEY, "t");
        assertThat(watch.readLength(KEY)).isEqualTo(1);
        moveSlot();
        watch.arm(KEY);
        nodes.get(TO).lpush(KEY, "u");
        watch.assertReported(KEY);
    }

    @Test
    void a_dead_node_concerns_only_its_own_keys() throws Exception {
        cluster.nodes().get(2).kill();

        watch.assertReported(KEYS.get(2));
        assertThat(watch.reads.read(List.of(Watch.length(KEYS.get(0)), Watch.length(KEYS.get(2))))).satisfiesExactly(
                alive -> assertThat(alive.get()).isEqualTo(0L), dead -> assertThat(dead.error()).isNotNull());
        assertThat(watch.reads.isTracking()).isFalse();
        nodes.get(0).lpush(KEYS.get(0), "t");
        watch.assertReported(KEYS.get(0));

        cluster.nodes().get(2).restart();
        watch.assertReported(KEYS.get(2));
        await("all nodes to be tracked").until(watch.reads::isTracking);
        watch.arm(KEYS);
    }

    @Test
    void a_node_that_answers_late_delays_no_read_of_another_one() {
        List<String> keys = List.of("asynq:{default}:other", "asynq:{low}:other");
        nodes.get(1).clientPause(1_500);

        CompletableFuture<List<Reply>> read = CompletableFuture
                .supplyAsync(() -> watch.reads.read(keys.stream().map(Watch::length).toList()));

        await().until(() -> watch.reads.isTracked(keys.get(1)));
        assertThat(read).isNotDone();
        assertThat(read).succeedsWithin(Duration.ofSeconds(10))
                .asInstanceOf(InstanceOfAssertFactories.list(Reply.class))
                .allSatisfy(reply -> assertThat(reply.get()).isEqualTo(0L));
    }
}

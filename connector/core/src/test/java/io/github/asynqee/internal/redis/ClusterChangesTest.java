package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.outage.SlotMovingException;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Moved slots and failed nodes of a cluster. */
@Timeout(60)
class ClusterChangesTest {

    /** On the first, second and third node. */
    private static final List<String> QUEUES = List.of("b1", "default", "low");
    private static final int SLOT = JedisClusterCRC16.getSlot("asynq:{default}:pending");

    private EmbeddedRedisCluster cluster;
    private List<Jedis> nodes;
    private Broker broker;

    @BeforeEach
    void start() {
        cluster = EmbeddedRedisCluster.start();
        nodes = cluster.nodes().stream().map(TestRedis::connect).toList();
        broker = RedisBroker.connect(RedisConfig.of(cluster.url()));
        store("warm-up");
    }

    @AfterEach
    void stop() {
        broker.close();
        nodes.forEach(Jedis::close);
        cluster.close();
    }

    private List<StoreResult> store(String id) {
        return broker.producerCommands().store(QUEUES.stream().map(queue -> Tasks.pending(queue, id)).toList());
    }

    private int owner() {
        return SLOT * 3 / 16_384;
    }

    private void assertEveryQueueWorks() {
        assertThat(store("t1")).containsOnly(new StoreResult.Stored());
        for (String queue : QUEUES) {
            assertThat(broker.workerCommands().dequeue(queue, 9).leases()).extracting(Lease::id).contains("t1")
                    .allSatisfy(
                            id -> assertThat(id).isIn("t1", "warm-up"));
        }
    }

    @Test
    void tasks_follow_a_slot_that_has_moved() {
        int from = owner();
        int to = (from + 1) % 3;
        nodes.get(from).flushAll();
        String target = nodes.get(to).clusterMyId();
        nodes.get(to).clusterSetSlotNode(SLOT, target);
        nodes.get(from).clusterSetSlotNode(SLOT, target);

        assertEveryQueueWorks();

        assertThat(nodes.get(to).exists("asynq:{default}:t:t1")).isTrue();
    }

    @Test
    void the_map_is_renewed_although_an_unused_slot_has_lost_its_node() {
        int from = owner();
        int to = (from + 1) % 3;
        nodes.forEach(node -> {
            node.configSet("cluster-require-full-coverage", "no");
            node.clusterDelSlots(1);
        });
        nodes.get(from).flushAll();
        String target = nodes.get(to).clusterMyId();
        nodes.get(to).clusterSetSlotNode(SLOT, target);
        nodes.get(from).clusterSetSlotNode(SLOT, target);
        assertEveryQueueWorks();
        String redirections = nodes.get(from).info("errorstats");
        assertThat(redirections).contains("MOVED");

        store("t2");
        store("t3");

        assertThat(nodes.get(from).info("errorstats")).isEqualTo(redirections);
    }

    @Test
    void a_task_is_not_stored_in_a_slot_that_is_moving() {
        int from = owner();
        int to = (from + 1) % 3;
        nodes.get(from).flushAll();
        nodes.get(to).clusterSetSlotImporting(SLOT, nodes.get(from).clusterMyId());
        nodes.get(from).clusterSetSlotMigrating(SLOT, nodes.get(to).clusterMyId());

        StoreResult whileMoving = broker.producerCommands().store(List.of(Tasks.pending("default", "t1"))).get(0);

        assertThat(((StoreResult.Failed) whileMoving).error()).isInstanceOf(SlotMovingException.class);
        assertThat(nodes.get(to).keys("asynq:{default}:*")).isEmpty();
        String target = nodes.get(to).clusterMyId();
        nodes.get(to).clusterSetSlotNode(SLOT, target);
        nodes.get(from).clusterSetSlotNode(SLOT, target);
        assertThat(broker.producerCommands().store(List.of(Tasks.pending("default", "t2"))))
                .containsExactly(new StoreResult.Stored());
    }

    @Test
    void a_client_waits_until_the_slot_has_moved() throws Exception {
        int from = owner();
        int to = (from + 1) % 3;
        nodes.get(from).flushAll();
        nodes.get(to).clusterSetSlotImporting(SLOT, nodes.get(from).clusterMyId());
        nodes.get(from).clusterSetSlotMigrating(SLOT, nodes.get(to).clusterMyId());
        try (DefaultAsynqClient client = DefaultAsynqClient.of(broker)) {
            CompletableFuture<TaskInfo> later = client.enqueueAsync(Task.of("t", "x").queue("default").id("later"))
                    .toCompletableFuture();
            CompletableFuture<TaskInfo> waiting = CompletableFuture
                    .supplyAsync(() -> client.enqueue(Task.of("t", "x").queue("default").id("now")));
            // a queue in another slot is not concerned
            client.enqueueAsync(Task.of("t", "x").queue("low").id("other")).toCompletableFuture().get();
            assertThat(later).isNotDone();
            assertThat(waiting).isNotDone();

            String target = nodes.get(to).clusterMyId();
            nodes.get(to).clusterSetSlotNode(SLOT, target);
            nodes.get(from).clusterSetSlotNode(SLOT, target);

            assertThat(List.of(later.get().id(), waiting.get().id())).containsExactly("later", "now");
        }
        assertThat(nodes.get(to).lrange("asynq:{default}:pending", 0, -1)).containsExactlyInAnyOrder("later", "now");
    }

    @Test
    void a_dead_node_concerns_only_its_own_queues() {
        EmbeddedRedis dead = cluster.nodes().get(2);
        dead.kill();

        List<StoreResult> results = store("t1");

        assertThat(results.subList(0, 2)).containsOnly(new StoreResult.Stored());
        assertThat(results.get(2)).isInstanceOf(StoreResult.Failed.class);
        List<Lease> leases = broker.workerCommands().dequeue("default", 9).leases();
        assertThat(leases).hasSize(2);
        assertThat(broker.workerCommands().write(List.of(new Settlement(leases.get(0), new Outcome.Done()),
                new Settlement(new Lease(Tasks.message("low", "x").build(), 1), new Outcome.Done()))))
                .satisfiesExactly(done -> assertThat(done).isEqualTo(new Settlement.Result.Settled()),
                        failed -> assertThat(failed).isInstanceOf(Settlement.Result.Failed.class));
    }

    @Test
    void a_dead_node_fails_no_command_that_any_node_can_execute() {
        cluster.nodes().get(2).kill();
        // finds the connection closed
        store("t1");

        for (int i = 0; i < 30; i++) {
            assertThat(broker.status().version()).isNotEmpty();
        }
    }
}

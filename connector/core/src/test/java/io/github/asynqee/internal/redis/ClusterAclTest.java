package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.AclRules;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** The ACL rules of {@code docs/redis.md} on a Cluster. */
@Timeout(60)
class ClusterAclTest {

    /** On the first, second and third node. */
    private static final List<String> QUEUES = List.of("b1", "default", "low");
    private static final int SLOT = JedisClusterCRC16.getSlot("asynq:{default}:pending");

    @Test
    void two_rules_more_suffice() {
        try (EmbeddedRedisCluster cluster = EmbeddedRedisCluster.start()) {
            List<Jedis> nodes = cluster.nodes().stream().map(TestRedis::connect).toList();
            List<String> rules = new ArrayList<>(List.of("on", ">" + AclRules.PASSWORD));
            rules.addAll(Arrays.asList(AclRules.of("worker")));
            rules.addAll(AclRules.onCluster());
            nodes.forEach(node -> node.aclSetUser("worker", rules.toArray(String[]::new)));
            String url = cluster.url().replace("://", "://worker:" + AclRules.PASSWORD + "@");

            try (Broker broker = RedisBroker.connect(RedisConfig.of(url))) {
                List<StoreResult> stored = broker.producerCommands()
                        .store(QUEUES.stream().map(queue -> Tasks.pending(queue, "t1")).toList());
                assertThat(stored).containsOnly(new StoreResult.Stored());
                List<Settlement> done = QUEUES.stream()
                        .map(queue -> new Settlement(broker.workerCommands().dequeue(queue, 9).leases().get(0),
                                new Outcome.Done()))
                        .toList();
                assertThat(broker.workerCommands().write(done)).containsOnly(new Settlement.Result.Settled());
                // the slot has no keys but is moving: Redis redirects, and wants ASKING there
                nodes.get(2).clusterSetSlotImporting(SLOT, nodes.get(1).clusterMyId());
                nodes.get(1).clusterSetSlotMigrating(SLOT, nodes.get(2).clusterMyId());
                broker.producerCommands().store(List.of(Tasks.pending("default", "t2")));
            }

            assertThat(nodes.stream().flatMap(node -> AclRules.refusals(node).stream())
                    .collect(Collectors.toSet())).isEmpty();
            nodes.forEach(Jedis::close);
        }
    }
}

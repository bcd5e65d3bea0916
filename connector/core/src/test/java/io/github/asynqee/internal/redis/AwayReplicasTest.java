package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Durability;
import io.github.asynqee.DurabilityRefusedException;
import io.github.asynqee.EnqueueUnconfirmedException;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.redis.AclRules;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.testkit.EmbeddedRedisSentinel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** Replicas that are away keep no client from starting, but replicas that Redis never had do. */
@Timeout(180)
class AwayReplicasTest {

    private static final Durability SOON = Durability.replicas(1).within(Duration.ofSeconds(1));
    /** A Sentinel takes some seconds to make a replica of a former master. */
    private static final Duration RETURNS = Duration.ofSeconds(60);

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Queue<String> warnings = new ConcurrentLinkedQueue<>();
    private final Logger logger = Logger.getLogger(Confirmations.class.getName());
    private final Handler lines = new Handler() {
        @Override
        public void publish(LogRecord line) {
            warnings.add(new SimpleFormatter().formatMessage(line));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        logger.addHandler(lines);
    }

    @AfterEach
    void close() throws Exception {
        logger.removeHandler(lines);
        for (AutoCloseable part : opened) {
            part.close();
        }
    }

    private <C extends AutoCloseable> C open(C part) {
        opened.add(0, part);
        return part;
    }

    private static EmbeddedRedis.Builder server() {
        return EmbeddedRedis.builder().config("repl-diskless-sync-delay", "0");
    }

    private EmbeddedRedis replicaOf(EmbeddedRedis master) {
        EmbeddedRedis replica = open(server().config("replicaof", master.host(), "" + master.port()).start());
        await().until(() -> replication(replica).contains("master_link_status:up"));
        return replica;
    }

    private static String replication(EmbeddedRedis redis) {
        try (Jedis jedis = TestRedis.connect(redis)) {
            return jedis.info("replication");
        }
    }

    private static void assertUnconfirmed(AsynqClient client, String queue) {
        assertThatThrownBy(() -> client.enqueue(Task.of("t", "{}").queue(queue)))
                .isInstanceOf(EnqueueUnconfirmedException.class)
                .hasMessageContaining("0 of 1 replicas have received it within 1000 ms");
    }

    private static void awaitConfirmed(AsynqClient client, String queue) {
        await().atMost(RETURNS).ignoreExceptions().until(() -> client.enqueue(Task.of("t", "{}").queue(queue)) != null);
    }

    private void assertStartsWithout(AsynqClient client) {
        assertThat(warnings).singleElement().asString().contains("durability replica (1)",
                "0 of 1 replicas have received it within 1000 ms", "EnqueueUnconfirmedException");
        assertUnconfirmed(client, "default");
    }

    @Test
    void a_replica_that_was_there_may_be_away_at_the_start() {
        EmbeddedRedis master = open(server().start());
        EmbeddedRedis replica = replicaOf(master);
        replica.kill();
        await().until(() -> replication(master).contains("connected_slaves:0"));

        AsynqClient client = open(Asynq.connect(master.url())).withDurability(SOON);

        assertStartsWithout(client);
        replica.restart();
        awaitConfirmed(client, "default");
    }

    @Test
    void a_replica_that_is_connected_and_stuck_may_be_so_at_the_start() {
        EmbeddedRedis master = open(server().start());
        EmbeddedRedis replica = replicaOf(master);
        replica.pause();

        AsynqClient client = open(Asynq.connect(master.url())).withDurability(SOON);

        assertStartsWithout(client);
        replica.resume();
        awaitConfirmed(client, "default");
    }

    @Test
    void a_client_may_start_during_a_fail_over() {
        EmbeddedRedisSentinel trio = open(EmbeddedRedisSentinel.start());
        EmbeddedRedis old = trio.master();
        trio.killMaster();

        AsynqClient client = open(Asynq.connect(trio.url())).withDurability(SOON);

        assertStartsWithout(client);
        old.restart();
        try (Jedis jedis = TestRedis.connect(old)) {
            // as the Sentinels do, but some seconds later
            jedis.replicaof(trio.master().host(), trio.master().port());
        }
        awaitConfirmed(client, "default");
    }

    @Test
    void what_a_sentinel_knows_counts_and_not_what_its_master_remembers() {
        EmbeddedRedisSentinel trio = open(EmbeddedRedisSentinel.start());
        EmbeddedRedis master = trio.master();
        EmbeddedRedis replica = trio.replica();
        replica.kill();
        master.kill();
        master.restart();
        assertThat(replication(master)).contains("connected_slaves:0", "repl_backlog_active:0");
        AsynqClient memory = open(Asynq.connect(trio.url()));

        assertStartsWithout(memory.withDurability(SOON));
        assertThatThrownBy(() -> memory.withDurability(Durability.replicas(2).within(Duration.ofSeconds(1))))
                .isInstanceOf(DurabilityRefusedException.class)
                .hasMessage("durability replica (2) is not possible: 0 of 2 replicas have received it within 1000 ms");

        replica.restart();
        awaitConfirmed(memory.withDurability(SOON), "default");
    }

    @Test
    void one_node_of_a_cluster_may_be_without_its_replica_at_the_start_but_not_all_of_them_for_ever() {
        EmbeddedRedisCluster cluster = open(EmbeddedRedisCluster.startWithReplicas());
        cluster.nodes().stream().filter(node -> replication(node).contains("role:slave")).findFirst().orElseThrow()
                .kill();

        AsynqClient client = open(Asynq.connect(cluster.url())).withDurability(SOON);

        assertThat(warnings).hasSize(1);
        assertThat(client).isNotNull();
        assertThatThrownBy(() -> open(Asynq.connect(TestRedis.CLUSTER.url())).withDurability(SOON))
                .isInstanceOf(DurabilityRefusedException.class);
    }

    @Test
    void a_user_who_may_not_ask_for_the_replicas_is_refused() {
        List<String> rules = new ArrayList<>(List.of(AclRules.of("producer")));
        rules.add("+wait");
        EmbeddedRedis master = open(server().user("some", AclRules.PASSWORD, rules.toArray(String[]::new)).start());
        replicaOf(master).kill();

        assertThatThrownBy(() -> open(Asynq.connect(master.url("some"))).withDurability(SOON))
                .isInstanceOf(DurabilityRefusedException.class).hasMessageContaining("0 of 1 replicas");
    }
}

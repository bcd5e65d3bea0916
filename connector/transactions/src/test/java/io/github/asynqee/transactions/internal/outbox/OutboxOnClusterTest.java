package io.github.asynqee.transactions.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.Durability;
import io.github.asynqee.Task;
import io.github.asynqee.fixtures.SlotMove;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.config.OutboxConfig;
import io.github.asynqee.messaging.internal.transactions.OutboxTarget;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.EmbeddedRedisCluster;
import io.github.asynqee.transactions.database.EnlistingDataSource;
import io.github.asynqee.transactions.database.TestDatabase;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The outbox, while one node of a Cluster is away. */
class OutboxOnClusterTest {

    private static final UserTransaction USER = com.arjuna.ats.jta.UserTransaction.userTransaction();
    private static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();
    /** On the second node. */
    private static final String AWAY = "default";
    /** On the third node. */
    private static final String THERE = "low";

    private TestDatabase database;
    private EnlistingDataSource dataSource;
    private EmbeddedRedisCluster cluster;
    private EmbeddedRedis node;
    private RedisBroker broker;
    private OutboxTable table;
    private OutboxClient client;
    private OutboxRelay relay;

    @BeforeEach
    void start() throws Exception {
        database = TestDatabase.start(TestDatabase.Kind.H2);
        dataSource = new EnlistingDataSource(database.dataSource(),
                com.arjuna.ats.jta.TransactionManager.transactionManager(), REGISTRY);
        cluster = EmbeddedRedisCluster.start();
        node = cluster.nodes().get(1);
        broker = RedisBroker.connect(RedisConfig.of(cluster.url() + "?command-timeout=1s&connect-timeout=1s"));
        Outbox outbox = new Outbox(
                new OutboxTarget(new OutboxConfig("test", "asynq_outbox", true), broker, Durability.MEMORY,
                        Map.of(), work -> new Thread()),
                () -> dataSource, USER);
        outbox.runOnce();
        table = new OutboxTable(() -> dataSource, "asynq_outbox", broker.clock());
        client = new OutboxClient(DefaultAsynqClient.of(broker), new CurrentTransaction(() -> REGISTRY), outbox,
                Durability.MEMORY);
        relay = new OutboxRelay(USER, table, broker.outboxCommands(Durability.MEMORY),
                new OutboxShards(broker.shards(), Map.of()), broker.clock(), () -> true);
    }

    @AfterEach
    void stop() {
        client.close();
        broker.close();
        cluster.close();
        database.close();
    }

    /** With a key that puts the rows of both queues into one bucket. */
    private static Task<String> task(String queue, int number) {
        String key = IntStream.range(0, 10_000).mapToObj(i -> "k" + i)
                .filter(it -> Math.floorMod((queue + "\n" + it).hashCode(), OutboxTable.BUCKETS) == 3)
                .findFirst().orElseThrow();
        return Task.of("mail", String.valueOf(number)).queue(queue).key(key);
    }

    private List<String> pending(String queue) {
        List<String> payloads = new ArrayList<>();
        List<Lease> leases;
        do {
            leases = broker.workerCommands().dequeue(queue, 100).leases();
            leases.forEach(lease -> payloads.add(new String(lease.message().payload(), StandardCharsets.UTF_8)));
        } while (!leases.isEmpty());
        return payloads;
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toList();
    }

    @Test
    @Timeout(value = 90, unit = TimeUnit.SECONDS)
    void rows_of_other_nodes_are_stored_although_they_are_behind_those_of_a_node_that_is_away() throws Exception {
        assertThat(cluster.nodes()).hasSize(3);
        int first = 300;
        client.enqueueAll(IntStream.range(0, first).mapToObj(i -> task(AWAY, i)).toList());
        client.enqueueAll(IntStream.range(0, first).mapToObj(i -> task(THERE, i)).toList());
        node.pause();
        try {
            assertThatThrownBy(relay::relay).isInstanceOf(BrokerException.class);

            assertThat(pending(THERE)).isEqualTo(numbers(first));
            assertThat(new Transactions(USER, 0).call(table::backlog).rows()).isEqualTo(first);
        } finally {
            node.resume();
        }
        // the node is refused until its connections know that it answers again
        await().ignoreExceptionsInstanceOf(BrokerException.class).until(() -> !relay.relay());

        assertThat(pending(AWAY)).isEqualTo(numbers(first));
    }

    /** A relay that waited for the reply would take as long as a command may. */
    @Test
    @Timeout(value = 50, unit = TimeUnit.SECONDS)
    void rows_are_stored_while_the_node_with_the_states_of_outboxes_hangs() throws Exception {
        EmbeddedRedis states = SlotMove.masterOf(cluster.nodes(), SlotMove.slotOf(GlobalKeys.OUTBOXES));
        String queue = Stream.of(AWAY, THERE).filter(it -> SlotMove.masterOf(cluster.nodes(),
                SlotMove.slotOf(QueueKeys.of(it).pending())) != states).findFirst().orElseThrow();
        try (RedisBroker patient = RedisBroker.connect(RedisConfig.of(cluster.url() + "?command-timeout=1m"))) {
            Outbox published = new Outbox(
                    new OutboxTarget(new OutboxConfig("test", "asynq_outbox", false), patient, Durability.MEMORY,
                            Map.of(), work -> new Thread()),
                    () -> dataSource, USER);
            published.publishAs("shop");
            states.pause();
            try {
                for (int i = 0; i < 2; i++) {
                    client.enqueue(task(queue, i));
                    published.runOnce();
                }
            } finally {
                states.resume();
            }

            assertThat(pending(queue)).isEqualTo(numbers(2));
        }
    }
}

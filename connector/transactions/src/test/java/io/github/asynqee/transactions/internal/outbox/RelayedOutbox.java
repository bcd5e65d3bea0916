package io.github.asynqee.transactions.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.Durability;
import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.config.OutboxConfig;
import io.github.asynqee.messaging.internal.transactions.OutboxTarget;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.transactions.database.EnlistingDataSource;
import io.github.asynqee.transactions.database.TestDatabase;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** An outbox whose rows the tests relay, with the transaction manager of WildFly, a database and Redis. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RelayedOutbox {

    static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();
    static final UserTransaction USER = com.arjuna.ats.jta.UserTransaction.userTransaction();
    static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();
    static final String THOROUGH = "asynq.test.thorough";

    final TestDatabase.Kind kind;
    final String queue = "q-" + UUID.randomUUID();
    TestDatabase database;
    EnlistingDataSource dataSource;
    EmbeddedRedis redis;
    RedisBroker broker;
    OutboxTable table;
    Outbox outbox;
    OutboxClient client;
    OutboxRelay relay;

    RelayedOutbox(TestDatabase.Kind kind) {
        this.kind = kind;
    }

    @BeforeAll
    void start() throws Exception {
        database = TestDatabase.start(kind);
        dataSource = new EnlistingDataSource(database.dataSource(), MANAGER, REGISTRY);
        redis = EmbeddedRedis.start();
    }

    @AfterAll
    void stop() {
        if (database != null) {
            database.close();
            redis.close();
        }
    }

    /** The thread of the outbox does not run: the tests relay. */
    @BeforeEach
    void connect() throws Exception {
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        outbox = outbox("asynq_outbox", broker);
        outbox.runOnce();
        run("UPDATE asynq_outbox_bucket SET outbox_name = NULL, holder = NULL WHERE bucket = -3");
        client = client(outbox);
        table = new OutboxTable(() -> dataSource, "asynq_outbox", Clock.systemUTC());
        relay = relay(Map.of());
        run("DELETE FROM asynq_outbox");
        handled();
    }

    Outbox outbox(String name, RedisBroker of) {
        return outbox(name, of, USER);
    }

    Outbox outbox(String name, RedisBroker of, UserTransaction transaction) {
        return new Outbox(new OutboxTarget(new OutboxConfig("test", name, true), of, Durability.MEMORY, Map.of(),
                work -> new Thread()), () -> dataSource, transaction);
    }

    OutboxClient client(Outbox to) {
        return new OutboxClient(DefaultAsynqClient.of(broker), new CurrentTransaction(() -> REGISTRY), to,
                Durability.MEMORY);
    }

    OutboxRelay relay(Map<String, Integer> shards) {
        return new OutboxRelay(USER, table, broker.outboxCommands(Durability.MEMORY),
                new OutboxShards(broker.shards(), shards), broker.clock(), () -> true);
    }

    OutboxRelay relay(Consumer<RelayStep> at) {
        OutboxCommands commands = RelayStep.commands(broker.outboxCommands(Durability.MEMORY), at);
        return new OutboxRelay(USER, table, commands, new OutboxShards(broker.shards(), Map.of()), broker.clock(),
                () -> true);
    }

    @AfterEach
    void close() throws Exception {
        assertThat(USER.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        client.close();
        broker.close();
    }

    void run(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    String read(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    int rows() throws SQLException {
        return Integer.parseInt(read("SELECT COUNT(*) FROM asynq_outbox"));
    }

    Task<?> task(Object payload) {
        return Task.of("mail", payload).queue(queue);
    }

    void send(Task<?>... tasks) throws Exception {
        USER.begin();
        for (Task<?> task : tasks) {
            client.enqueue(task);
        }
        USER.commit();
    }

    void relayAll() throws Exception {
        while (relay.relay()) {
            // until there are no more rows
        }
    }

    /** Runs all tasks, so that Redis forgets them; returns their payloads in order. */
    List<String> handled(String from) {
        List<String> payloads = new ArrayList<>();
        List<Lease> leases;
        do {
            leases = broker.workerCommands().dequeue(from, 100).leases();
            leases.forEach(lease -> payloads.add(new String(lease.message().payload(), StandardCharsets.UTF_8)));
            broker.workerCommands().write(leases.stream().map(it -> new Settlement(it, new Outcome.Done())).toList());
        } while (!leases.isEmpty());
        return payloads;
    }

    List<String> handled() {
        return handled(queue);
    }

    static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toList();
    }
}

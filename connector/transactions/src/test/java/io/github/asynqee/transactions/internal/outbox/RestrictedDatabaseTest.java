package io.github.asynqee.transactions.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

import javax.sql.XADataSource;

import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.transaction.UserTransaction;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.Durability;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.Task;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.messaging.internal.config.OutboxConfig;
import io.github.asynqee.messaging.internal.transactions.OutboxTarget;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.transactions.database.EnlistingDataSource;
import io.github.asynqee.transactions.database.TestDatabase;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An outbox whose user may not do everything, or whose database is away, as an application finds it at its start. */
class RestrictedDatabaseTest {

    private static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();
    private static final UserTransaction USER = com.arjuna.ats.jta.UserTransaction.userTransaction();
    private static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();
    private static final String PROPERTY = "mp.messaging.connector.asynq.outbox.datasource=test";

    private final String queue = "q-" + UUID.randomUUID();
    private TestDatabase database;
    private XADataSource limited;
    private EmbeddedRedis redis;
    private RedisBroker broker;
    private Outbox outbox;
    private OutboxClient client;

    @AfterEach
    void close() {
        if (outbox != null) {
            outbox.stop(StopTime.of(Duration.ofSeconds(5)));
            client.close();
            broker.close();
            redis.close();
        }
        if (database != null) {
            database.close();
        }
    }

    private void start(TestDatabase.Kind kind) throws Exception {
        database = TestDatabase.start(kind);
        limited = database.limited();
    }

    private void startApplication(boolean create) throws SQLException {
        redis = EmbeddedRedis.start();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        EnlistingDataSource dataSource = new EnlistingDataSource(limited, MANAGER, REGISTRY);
        outbox = new Outbox(new OutboxTarget(new OutboxConfig("test", "asynq_outbox", create), broker,
                Durability.MEMORY, Map.of(), Thread::new), () -> dataSource, USER);
        outbox.start();
        client = new OutboxClient(DefaultAsynqClient.of(broker), new CurrentTransaction(() -> REGISTRY), outbox,
                Durability.MEMORY);
    }

    private void grantAll() throws SQLException {
        database.grantLimited("asynq_outbox", "SELECT, INSERT, UPDATE, DELETE");
        database.grantLimited("asynq_outbox_bucket", "SELECT, UPDATE");
    }

    private void enqueue() {
        client.enqueue(Task.of("mail", "a").queue(queue));
    }

    private void awaitStored(int tasks) {
        int[] stored = { 0 };
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> {
            stored[0] += broker.workerCommands().dequeue(queue, 10).leases().size();
            return stored[0] == tasks;
        });
    }

    @ParameterizedTest
    @EnumSource(names = { "POSTGRESQL", "MARIADB" })
    void a_user_who_may_not_create_the_tables_is_told_so_and_can_send_when_they_are_there(TestDatabase.Kind kind)
            throws Exception {
        start(kind);
        startApplication(true);

        assertThatThrownBy(this::enqueue).isInstanceOf(EnqueueException.class).hasMessageContaining(PROPERTY)
                .hasMessageContaining("run the script io/github/asynqee/transactions/schema/outbox-")
                .hasMessageContaining("denied");

        database.createLimited("outbox");
        grantAll();
        Awaitility.await().ignoreException(EnqueueException.class).atMost(Duration.ofSeconds(20)).until(() -> {
            enqueue();
            return true;
        });
        awaitStored(1);
    }

    @ParameterizedTest
    @EnumSource(names = { "POSTGRESQL", "MARIADB" })
    void rows_wait_for_a_right_that_is_missing(TestDatabase.Kind kind) throws Exception {
        start(kind);
        database.createLimited("outbox");
        database.grantLimited("asynq_outbox", "SELECT, INSERT, DELETE");
        database.grantLimited("asynq_outbox_bucket", "SELECT");
        startApplication(false);
        enqueue();
        Awaitility.await().until(() -> outbox.report().problem() != null);

        assertThat(outbox.report().problem()).contains("denied");
        grantAll();
        enqueue();
        awaitStored(2);
    }

    @ParameterizedTest
    @EnumSource(names = { "POSTGRESQL", "MARIADB" })
    void a_database_that_is_away_at_the_start_is_used_when_it_is_back(TestDatabase.Kind kind) throws Exception {
        start(kind);
        database.createLimited("outbox");
        grantAll();
        database.network().cut();
        startApplication(false);

        assertThatThrownBy(this::enqueue).isInstanceOf(EnqueueException.class).hasMessageContaining(PROPERTY);

        database.network().heal();
        Awaitility.await().ignoreException(EnqueueException.class).atMost(Duration.ofSeconds(20)).until(() -> {
            enqueue();
            return true;
        });
        awaitStored(1);
    }
}

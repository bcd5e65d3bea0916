package io.github.asynqee.transactions.internal.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import javax.sql.DataSource;

import jakarta.transaction.Synchronization;
import jakarta.transaction.UserTransaction;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.Durability;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.messaging.internal.config.OutboxConfig;
import io.github.asynqee.messaging.internal.transactions.OutboxTarget;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.transactions.TransactionRolledBackException;
import io.github.asynqee.transactions.database.EnlistingDataSource;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import org.awaitility.Awaitility;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The requirements of an outbox, and its thread. */
class OutboxCheckTest {

    private static final UserTransaction USER = com.arjuna.ats.jta.UserTransaction.userTransaction();

    private static EmbeddedRedis redis;
    private static RedisBroker broker;

    private final String queue = "q-" + UUID.randomUUID();
    private final JdbcDataSource h2 = new JdbcDataSource();
    private Outbox outbox;

    OutboxCheckTest() {
        h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    }

    @BeforeAll
    static void start() {
        redis = EmbeddedRedis.start();
        broker = RedisBroker.connect(RedisConfig.of(redis.url()));
    }

    @AfterAll
    static void stop() {
        broker.close();
        redis.close();
    }

    @AfterEach
    void stopRelay() {
        if (outbox != null) {
            outbox.stop(StopTime.of(Duration.ofSeconds(5)));
        }
    }

    private OutboxClient client(DataSource dataSource, boolean create) {
        outbox = new Outbox(
                new OutboxTarget(new OutboxConfig("test", "asynq_outbox", create), broker, Durability.MEMORY, Map.of(),
                        Thread::new),
                () -> dataSource, USER);
        outbox.start();
        return new OutboxClient(DefaultAsynqClient.of(broker),
                new CurrentTransaction(TransactionSynchronizationRegistryImple::new), outbox, Durability.MEMORY);
    }

    private DataSource jta() {
        return new EnlistingDataSource(h2, com.arjuna.ats.jta.TransactionManager.transactionManager(),
                new TransactionSynchronizationRegistryImple());
    }

    /** The same DataSource with a database of another name. */
    private DataSource named(String product) {
        DataSource real = jta();
        return proxy(DataSource.class, real, "getConnection", connection -> proxy(Connection.class, connection,
                "getMetaData", data -> proxy(DatabaseMetaData.class, data, "getDatabaseProductName", name -> product)));
    }

    private interface Change {
        Object of(Object result) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Object real, String changed, Change change) {
        return type.cast(Proxy.newProxyInstance(OutboxCheckTest.class.getClassLoader(), new Class<?>[]{ type },
                (proxy, method, arguments) -> {
                    try {
                        Object result = method.invoke(real, arguments);
                        return method.getName().equals(changed) ? change.of(result) : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private Task<?> task() {
        return Task.of("mail", "a").queue(queue);
    }

    @Test
    void the_thread_stores_what_is_committed_without_waiting_for_its_interval() throws Exception {
        OutboxClient client = client(jta(), true);
        client.enqueue(task());
        Awaitility.await().until(() -> !broker.workerCommands().dequeue(queue, 1).leases().isEmpty());

        USER.begin();
        client.enqueue(task());
        List<Lease> before = broker.workerCommands().dequeue(queue, 1).leases();
        USER.commit();
        long begin = System.nanoTime();
        Awaitility.await().pollInterval(Duration.ofMillis(5))
                .until(() -> !broker.workerCommands().dequeue(queue, 1).leases().isEmpty());

        assertThat(before).isEmpty();
        assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.MILLISECONDS.toNanos(1_500));
    }

    /** As an observer with {@code AFTER_SUCCESS} or {@code AFTER_FAILURE} sends. */
    private List<CompletionStage<TaskInfo>> sentAfterCompletion(OutboxClient client) throws Exception {
        List<CompletionStage<TaskInfo>> sent = new ArrayList<>();
        com.arjuna.ats.jta.TransactionManager.transactionManager().getTransaction()
                .registerSynchronization(new Synchronization() {
                    @Override
                    public void beforeCompletion() {
                        // nothing to do
                    }

                    @Override
                    public void afterCompletion(int status) {
                        sent.add(client.enqueueAsync(task()));
                    }
                });
        return sent;
    }

    @Test
    void what_follows_a_commit_on_its_thread_can_send() throws Exception {
        OutboxClient client = client(jta(), true);
        USER.begin();
        List<CompletionStage<TaskInfo>> sent = sentAfterCompletion(client);
        USER.commit();

        assertThat(sent).singleElement()
                .satisfies(stage -> assertThat(stage.toCompletableFuture().join().queue()).isEqualTo(queue));
        Awaitility.await().until(() -> !broker.workerCommands().dequeue(queue, 1).leases().isEmpty());
    }

    @Test
    void what_follows_a_rollback_on_its_thread_is_refused() throws Exception {
        OutboxClient client = client(jta(), true);
        USER.begin();
        List<CompletionStage<TaskInfo>> sent = sentAfterCompletion(client);
        USER.rollback();

        assertThat(sent).singleElement()
                .satisfies(stage -> assertThatThrownBy(() -> stage.toCompletableFuture().join())
                        .hasCauseInstanceOf(TransactionRolledBackException.class)
                        .hasMessageContaining("was not enqueued: its transaction was rolled back"));
    }

    @Test
    void missing_tables_are_refused_with_the_name_of_their_script() throws SQLException {
        OutboxClient client = client(jta(), false);

        assertThatThrownBy(() -> client.enqueue(task())).isInstanceOf(EnqueueException.class)
                .hasMessageContaining(
                        "was not enqueued: mp.messaging.connector.asynq.outbox.datasource=test: the tables of the outbox are missing")
                .hasMessageContaining("io/github/asynqee/transactions/schema/outbox-h2.sql");
    }

    @Test
    void a_data_source_outside_of_transactions_is_refused() {
        OutboxClient client = client(h2, true);

        assertThatThrownBy(() -> client.enqueue(task())).isInstanceOf(EnqueueException.class)
                .hasMessageContaining("the DataSource is not transactional");
    }

    @Test
    void an_unknown_database_is_refused() {
        OutboxClient client = client(named("Foo SQL"), true);

        assertThatThrownBy(() -> client.enqueue(task())).isInstanceOf(EnqueueException.class)
                .hasMessageContaining(
                        "the database is Foo SQL, but an outbox supports H2, PostgreSQL, MariaDB, MySQL");
    }

    @Test
    void an_error_of_the_database_without_a_message_is_named() {
        client(jta(), true).enqueue(task());
        outbox.stop(StopTime.of(Duration.ofSeconds(5)));
        DataSource real = jta();
        DataSource broken = proxy(DataSource.class, real, "getConnection",
                connection -> proxy(Connection.class, connection, "prepareStatement", statement -> {
                    ((Statement) statement).close();
                    throw new SQLException();
                }));
        OutboxClient client = client(broken, false);

        assertThatThrownBy(() -> client.enqueue(task())).isInstanceOf(EnqueueException.class)
                .hasMessageContaining("the tables of the outbox are missing, or cannot be used")
                .hasMessageContaining("java.sql.SQLException");
    }

    @Test
    void every_kind_of_database_has_its_script() {
        for (Database kind : Database.values()) {
            assertThat(OutboxCheck.class.getResource(kind.script())).as(kind.script()).isNotNull();
        }
    }

    @Test
    void tables_are_created_once_and_kept() throws Exception {
        client(jta(), true).enqueue(task());
        outbox.stop(StopTime.of(Duration.ofSeconds(5)));
        OutboxTable table = new OutboxTable(this::jta, "asynq_outbox", Clock.systemUTC());

        client(jta(), true).enqueue(task());

        assertThat(table.buckets()).isEqualTo(OutboxTable.BUCKETS);
    }
}

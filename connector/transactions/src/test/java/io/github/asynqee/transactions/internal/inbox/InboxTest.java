package io.github.asynqee.transactions.internal.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.UserTransaction;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.github.asynqee.internal.metrics.Bean;
import io.github.asynqee.internal.metrics.InboxMetrics;
import io.github.asynqee.internal.metrics.NodeMetric;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.transactions.database.BrokenTransaction;
import io.github.asynqee.transactions.database.EnlistingDataSource;
import io.github.asynqee.transactions.database.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With the transaction manager of WildFly, once for each database. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InboxTest {

    private static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();
    private static final Duration RETENTION = Duration.ofDays(3);
    private static final UserTransaction USER = com.arjuna.ats.jta.UserTransaction.userTransaction();

    private final TestDatabase.Kind kind;
    private final ManualClock clock = ManualClock.startingAt("2030-01-01T00:00:00Z");
    private TestDatabase database;
    private EnlistingDataSource dataSource;
    private Inbox inbox;
    private InboxTransaction handling;
    private NodeMetrics node;
    private InboxMetrics metrics;

    InboxTest(TestDatabase.Kind kind) {
        this.kind = kind;
    }

    @BeforeAll
    void start() throws Exception {
        database = TestDatabase.start(kind);
        dataSource = new EnlistingDataSource(database.dataSource(), MANAGER,
                new TransactionSynchronizationRegistryImple());
        run(script());
        run("CREATE TABLE effects (task VARCHAR(100) NOT NULL)");
    }

    @AfterAll
    void stop() {
        if (database != null) {
            database.close();
        }
    }

    @BeforeEach
    void empty() throws Exception {
        run("DELETE FROM asynq_inbox");
        run("DELETE FROM effects");
        inbox = new Inbox(dataSource, clock, RETENTION);
        node = new NodeMetrics();
        metrics = new InboxMetrics("bookings");
        node.add(metrics);
        handling = new InboxTransaction(USER, inbox, metrics);
    }

    @AfterEach
    void leaves_no_transaction() throws Exception {
        assertThat(USER.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
    }

    private String script() throws IOException {
        try (var in = Inbox.class.getResourceAsStream(
                "/io/github/asynqee/transactions/schema/inbox-" + kind.name().toLowerCase(java.util.Locale.ROOT)
                        + ".sql")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void run(String script) throws SQLException {
        try (Connection connection = dataSource.getConnection(); Statement statement = connection.createStatement()) {
            for (String sql : script.replaceAll("(?m)^--.*$", "").split(";")) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
        }
    }

    private int count(String table) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** The effect of a handler. */
    private Object write(String task) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO effects (task) VALUES (?)")) {
            insert.setString(1, task);
            insert.executeUpdate();
            return null;
        }
    }

    private static InboxTask task(String queue, String id, String... marks) {
        return new InboxTask(queue, id, List.of(marks), 0);
    }

    private void deliver(String queue, String id, Callable<Object> handler) throws Exception {
        handling.call(task(queue, id), 60, () -> false, handler);
    }

    private void deliver(String queue, String id) throws Exception {
        deliver(queue, id, () -> write(queue + " " + id));
    }

    @Test
    void a_task_that_is_delivered_again_has_its_effect_once() throws Exception {
        deliver("q", "1");
        deliver("q", "1");

        assertThat(count("effects")).isEqualTo(1);
    }

    @Test
    void other_ids_and_other_queues_are_other_tasks() throws Exception {
        for (String id : List.of("a", "A", "a ", "ä", "a".repeat(5_000))) {
            deliver("q", id, () -> write("x"));
            deliver("Q", id, () -> write("x"));
        }

        assertThat(count("effects")).isEqualTo(10);
    }

    @Test
    void a_mark_distinguishes_tasks_with_the_same_id() throws Exception {
        for (int delivery = 0; delivery < 2; delivery++) {
            for (InboxTask task : List.of(task("q", "1"), task("q", "1", "first", ""), task("q", "1", "second", ""),
                    task("q", "1", "", "first"), task("q", "1first"), task("q1", ""))) {
                handling.call(task, 60, () -> false, () -> write("x"));
            }
        }

        assertThat(count("effects")).isEqualTo(6);
    }

    @Test
    void a_handler_that_fails_leaves_neither_row_nor_effect() throws Exception {
        assertThatThrownBy(() -> deliver("q", "1", () -> {
            write("half");
            throw new IOException("no");
        })).isInstanceOf(IOException.class).hasMessage("no");
        assertThat(count("asynq_inbox") + count("effects")).isZero();

        deliver("q", "1");

        assertThat(count("effects")).isEqualTo(1);
    }

    @Test
    void a_failure_of_the_handlers_own_statements_is_its_failure() throws Exception {
        assertThatThrownBy(() -> deliver("q", "1", () -> {
            run("INSERT INTO no_such_table (a) VALUES (1)");
            return null;
        })).isInstanceOf(SQLException.class);

        assertThat(count("asynq_inbox")).isZero();
    }

    @Test
    void a_handler_that_wants_a_rollback_fails() throws Exception {
        assertThatThrownBy(() -> deliver("q", "1", () -> {
            write("half");
            USER.setRollbackOnly();
            return null;
        })).isInstanceOf(RollbackException.class);

        assertThat(count("asynq_inbox") + count("effects")).isZero();
    }

    /** A task is acknowledged exactly if the database has its effects, however the transaction ends. */
    @ParameterizedTest
    @EnumSource
    void a_task_is_acknowledged_exactly_if_its_effect_is_there(BrokenTransaction how) throws Exception {
        assumeTrue(how.isPossible(kind));
        how.prepare(dataSource, kind);
        boolean acknowledged = true;
        try {
            handling.call(task("q", "1"), how.seconds(), () -> false, () -> {
                write("x");
                how.act(dataSource, USER, database);
                return null;
            });
        } catch (Exception e) {
            acknowledged = false;
        }

        int there = how.keepsEffect(kind) ? 1 : 0;
        assertThat(List.of(count("effects"), count("asynq_inbox"))).containsExactly(there, there);
        assertThat(acknowledged)
                .isEqualTo(how.keepsEffect(kind) && (how.commitReturns(kind) || !how.isAtCommit()));
        // its next attempt
        deliver("q", "1");
        assertThat(List.of(count("effects"), count("asynq_inbox"))).containsExactly(1, 1);
    }

    @Test
    void a_handler_that_returns_after_its_attempt_has_ended_is_rolled_back() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();

        assertThatThrownBy(() -> handling.call(task("q", "1"), 60, ended::get, () -> {
            write("late");
            ended.set(true);
            return null;
        })).isInstanceOf(IllegalStateException.class).hasMessageContaining("its attempt ended before");

        assertThat(count("asynq_inbox") + count("effects")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void a_task_whose_server_is_killed_has_its_effect_once(DyingServer.Step step) throws Exception {
        assumeTrue(database.url() != null, "the database is in the memory of the process that is killed");
        DyingServer.run(database, step);
        assertThat(count("effects")).isEqualTo(step == DyingServer.Step.AFTER_COMMIT ? 1 : 0);

        deliver("q", "1");

        assertThat(count("effects")).isEqualTo(1);
        assertThat(count("asynq_inbox")).isEqualTo(1);
    }

    @Test
    void a_delivery_waits_for_another_one_of_the_same_task_that_still_runs() throws Exception {
        CountDownLatch runs = new CountDownLatch(1);
        CountDownLatch ends = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<?> first = threads.submit(() -> {
                deliver("q", "1", () -> {
                    write("first");
                    runs.countDown();
                    assertThat(ends.await(20, TimeUnit.SECONDS)).isTrue();
                    return null;
                });
                return null;
            });
            assertThat(runs.await(20, TimeUnit.SECONDS)).isTrue();
            Future<?> second = threads.submit(() -> {
                deliver("q", "1", () -> write("second"));
                return null;
            });
            ends.countDown();
            first.get(30, TimeUnit.SECONDS);
            second.get(30, TimeUnit.SECONDS);
        } finally {
            threads.shutdown();
        }

        assertThat(count("effects")).isEqualTo(1);
    }

    @Test
    void many_deliveries_of_the_same_tasks_at_once_have_one_effect_each() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Void>> all = java.util.stream.IntStream.range(0, 200).mapToObj(i -> threads.<Void>submit(() -> {
                deliver("q", String.valueOf(i % 50));
                return null;
            })).toList();
            for (Future<Void> one : all) {
                one.get(60, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdown();
        }

        assertThat(count("effects")).isEqualTo(50);
        assertThat(count("asynq_inbox")).isEqualTo(50);
    }

    @Test
    void a_database_that_cannot_be_used_fails_the_task() throws Exception {
        InboxTransaction missing = new InboxTransaction(USER,
                new Inbox(new EnlistingDataSource(h2WithoutTable(), MANAGER,
                        new TransactionSynchronizationRegistryImple()), clock, RETENTION),
                metrics);

        assertThatThrownBy(() -> missing.call(task("q", "1"), 60, () -> false, () -> write("x")))
                .isInstanceOf(SQLException.class);

        assertThat(count("effects")).isZero();
    }

    @Test
    void the_database_can_be_used() throws Exception {
        assertThat(handling.problem()).isEmpty();
        assertThat(count("asynq_inbox")).isZero();
    }

    /** Otherwise the row of a failed task would remain, and the task would never be handled. */
    @Test
    void a_data_source_outside_of_transactions_is_noticed() throws Exception {
        org.h2.jdbcx.JdbcDataSource outside = h2("outside");
        Inbox written = new Inbox(outside, clock, RETENTION);
        try (Connection open = outside.getConnection()) {
            written.create();

            assertThat(new InboxTransaction(USER, written, metrics).problem()).get().asString()
                    .startsWith("it is not transactional");
            try (ResultSet rows = open.createStatement().executeQuery("SELECT COUNT(*) FROM asynq_inbox")) {
                rows.next();
                assertThat(rows.getInt(1)).isZero();
            }
        }
    }

    /** Otherwise a task could be acknowledged while another delivery of it still runs, and fails. */
    @Test
    void a_data_source_that_reads_what_is_not_committed_is_noticed() throws Exception {
        org.h2.jdbcx.JdbcDataSource unsafe = h2("unsafe;DB_CLOSE_DELAY=-1"
                + ";INIT=SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ UNCOMMITTED");
        Inbox written = new Inbox(unsafe, clock, RETENTION);
        written.create();

        assertThat(new InboxTransaction(USER, written, metrics).problem()).get().asString()
                .contains("READ_UNCOMMITTED");
    }

    private static org.h2.jdbcx.JdbcDataSource h2(String name) {
        org.h2.jdbcx.JdbcDataSource h2 = new org.h2.jdbcx.JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + name);
        return h2;
    }

    private static javax.sql.XADataSource h2WithoutTable() {
        return h2("");
    }

    private long counted(NodeMetric metric) {
        return node.sources().stream().filter(source -> source.bean() == Bean.INBOX).findFirst().orElseThrow()
                .value(metric);
    }

    @Test
    void what_it_does_is_counted() throws Exception {
        deliver("q", "1");
        deliver("q", "1");
        deliver("q", "2");
        assertThatThrownBy(() -> deliver("q", "3", () -> {
            throw new IOException("no");
        })).isInstanceOf(IOException.class);

        assertThat(counted(NodeMetric.INBOX_HANDLED)).isEqualTo(2);
        assertThat(counted(NodeMetric.INBOX_SKIPPED)).isEqualTo(1);
        assertThat(counted(NodeMetric.INBOX_CLEANINGS_FAILED)).isZero();
    }

    @Test
    void a_failed_deletion_of_old_rows_is_counted_and_fails_no_task() throws Exception {
        AtomicInteger uses = new AtomicInteger(100);
        DataSource breaking = (DataSource) Proxy.newProxyInstance(InboxTest.class.getClassLoader(),
                new Class<?>[]{ DataSource.class }, (proxy, method, arguments) -> {
                    if (uses.getAndDecrement() <= 0) {
                        throw new SQLException("away");
                    }
                    return method.invoke(dataSource, arguments);
                });
        handling = new InboxTransaction(USER, new Inbox(breaking, clock, RETENTION), metrics);
        clock.advance(Inbox.CLEANING_INTERVAL);

        deliver("q", "1", () -> {
            // the row of the task is read before the commit and after it
            uses.set(2);
            return null;
        });

        assertThat(counted(NodeMetric.INBOX_HANDLED)).isEqualTo(1);
        assertThat(counted(NodeMetric.INBOX_CLEANINGS_FAILED)).isEqualTo(1);
    }

    @Test
    void rows_are_deleted_after_their_retention() throws Exception {
        deliver("q", "old");
        clock.advance(RETENTION.minus(Duration.ofMinutes(1)));
        deliver("q", "1");
        assertThat(count("asynq_inbox")).isEqualTo(2);
        deliver("q", "old");
        assertThat(count("effects")).as("still known").isEqualTo(2);
        clock.advance(Inbox.CLEANING_INTERVAL);

        deliver("q", "2");

        assertThat(count("asynq_inbox")).isEqualTo(2);
    }

    @Test
    void a_large_number_of_old_rows_is_deleted_in_portions() throws Exception {
        for (int i = 0; i < 3; i++) {
            deliver("q", String.valueOf(i));
            clock.advance(Inbox.PORTION);
        }
        clock.advance(RETENTION);
        for (int left = 3; left > 0; left--) {
            assertThat(count("asynq_inbox")).isEqualTo(left);
            clock.advance(Inbox.CLEANING_INTERVAL);
            inbox.clean();
        }

        assertThat(count("asynq_inbox")).isZero();
        inbox.clean();
    }

    @Test
    void an_error_of_the_database_without_a_message_is_one() {
        javax.sql.DataSource broken = (javax.sql.DataSource) java.lang.reflect.Proxy.newProxyInstance(
                InboxTest.class.getClassLoader(), new Class<?>[]{ javax.sql.DataSource.class },
                (proxy, method, arguments) -> {
                    throw new java.sql.SQLException();
                });

        assertThatThrownBy(new Inbox(broken, clock, RETENTION)::create)
                .hasMessageContaining("java.sql.SQLException. inbox.create=true could not create it");
    }

    @Test
    void the_table_is_created_once() throws Exception {
        run("DROP TABLE asynq_inbox");
        inbox.create();
        inbox.create();

        deliver("q", "1");

        assertThat(count("asynq_inbox")).isEqualTo(1);
    }
}

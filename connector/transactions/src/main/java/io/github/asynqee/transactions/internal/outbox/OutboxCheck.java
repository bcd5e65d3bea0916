package io.github.asynqee.transactions.internal.outbox;

import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import jakarta.transaction.UserTransaction;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.protocol.TaskMessage;
import org.jspecify.annotations.Nullable;

/** Checks whether a DataSource supports an outbox: the database product, the tables and JTA transactions. */
final class OutboxCheck {

    private static final Logger LOG = System.getLogger(OutboxCheck.class.getName());

    /** Maximum time for which a producer waits for the first result. */
    private static final Duration FIRST_RESULT = Duration.ofSeconds(10);
    /** The bucket of the test row, which is rolled back at once. */
    private static final int PROBE = -2;

    private final String name;
    private final DataSourceSupplier dataSource;
    private final OutboxTable table;
    private final Transactions transactions;
    private final boolean create;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable String problem = "the database has not answered yet";

    /**
     * @param name the property with its value, for messages
     * @param create whether the tables are created if they are missing
     */
    OutboxCheck(String name, DataSourceSupplier dataSource, OutboxTable table, UserTransaction transaction,
            boolean create) {
        this.name = name;
        this.dataSource = dataSource;
        this.table = table;
        this.transactions = new Transactions(transaction, 0);
        this.create = create;
    }

    /**
     * Returns why the outbox cannot be used now. Waits for the first result.
     *
     * @return the problem with the property; {@code null} if the outbox can be used
     */
    @Nullable
    String problem() {
        try {
            ended.await(FIRST_RESULT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return problem;
    }

    /**
     * Checks the DataSource unless a check has succeeded before.
     *
     * @return see {@link #problem}
     */
    @Nullable
    String run() {
        if (problem != null) {
            String found = find();
            problem = found == null ? null : name + ": " + found;
            ended.countDown();
        }
        return problem;
    }

    private @Nullable String find() {
        try {
            // in a transaction, because Open Liberty keeps a connection used outside a transaction until its thread
            // ends
            transactions.callAndRollBack(table::kind);
            String refused = create && tables() != null ? create() : null;
            String missing = tables();
            if (missing != null) {
                return "the tables of the outbox are missing, or cannot be used: run the script "
                        + table.kind().script().substring(1)
                        + " of asynq-transactions" + table.replacement()
                        + (create ? ". " : ", or set outbox.create=true for development. ") + missing
                        + (refused == null ? "" : ". outbox.create=true could not create them: " + refused);
            }
            return takesPart() ? null
                    : "the DataSource is not transactional: writes survive a JTA rollback. "
                            + "Use a DataSource with jta=true (WildFly) or transactional=true (Open Liberty)";
        } catch (Exception e) {
            return String.valueOf(e.getMessage());
        }
    }

    /** Returns the problem with the tables; {@code null} if they are complete. */
    private @Nullable String tables() throws Exception {
        try {
            return transactions.callAndRollBack(() -> {
                table.delete(PROBE, "");
                int buckets = table.buckets();
                return buckets == OutboxTable.BUCKETS ? null
                        : table.named("asynq_outbox_bucket") + " has " + buckets + " rows instead of "
                                + OutboxTable.BUCKETS;
            });
        } catch (SQLException e) {
            return e.getMessage() == null ? e.toString() : e.getMessage();
        }
    }

    /**
     * Creates the tables. Another node may do so at the same time, so the caller checks the tables afterwards.
     *
     * @return why the tables were not created; {@code null} on success
     */
    private @Nullable String create() throws IOException, SQLException {
        String script;
        try (InputStream in = OutboxCheck.class.getResourceAsStream(table.kind().script())) {
            script = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        try (Connection connection = dataSource.get().getConnection();
                Statement statement = connection.createStatement()) {
            for (String sql : script.replaceAll("(?m)^--.*$", "").split(";")) {
                if (!sql.isBlank()) {
                    statement.execute(table.named(sql));
                }
            }
        } catch (SQLException e) {
            LOG.log(Level.INFO, name + ": the tables of the outbox were not created: " + e.getMessage());
            return e.getMessage() == null ? e.toString() : e.getMessage();
        }
        return null;
    }

    private boolean takesPart() throws Exception {
        String nonce = UUID.randomUUID().toString();
        NewTask probe = new NewTask(TaskMessage.builder("probe", "probe", "probe").build(),
                new NewTask.Placement.Scheduled(Instant.EPOCH), null);
        transactions.callAndRollBack(() -> {
            table.insert(probe, PROBE, nonce);
            return null;
        });
        return !transactions.call(() -> table.delete(PROBE, nonce));
    }
}

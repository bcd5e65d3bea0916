package io.github.asynqee.transactions.internal.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.protocol.TaskMessage;
import org.jspecify.annotations.Nullable;

/**
 * The tables of an outbox, {@code asynq_outbox} and {@code asynq_outbox_bucket} by default. Each row belongs to a
 * bucket. Relays lock a bucket as a whole, so that its rows are stored in order. All methods run in the transaction
 * of the calling thread.
 */
final class OutboxTable {

    static final int BUCKETS = 16;
    /** The bucket of rows that Redis rejected. */
    static final int SET_ASIDE = -1;
    /** The pseudo-bucket that names the Redis of the outbox; it never contains rows. */
    private static final int OWNER = -3;
    private static final String DEFAULT_NAME = "asynq_outbox";

    private static final int MAX_BYTES = 1_000_000;
    private static final int FETCH_SIZE = 16;
    private static final int MAX_TEXT = 255;
    private static final int MAX_ERROR = 2_000;

    private final DataSourceSupplier dataSource;
    private final String name;
    private final Clock clock;
    private volatile @Nullable Database kind;

    /**
     * A relay's claim in the tables.
     *
     * @param redis the identity of its Redis; {@code null} without a claim
     * @param mark 36 characters, different in each renewal; {@code null} without a claim
     */
    record Owner(@Nullable String redis, @Nullable String mark) {}

    /**
     * A row that was added.
     *
     * @param seq its sequence number
     * @param bucket its bucket
     * @param holder the last relay that locked the bucket; {@code null} if it was never locked
     */
    record Added(long seq, int bucket, @Nullable String holder) {}

    /** @param name the name of the table of rows */
    OutboxTable(DataSourceSupplier dataSource, String name, Clock clock) {
        this.dataSource = dataSource;
        this.name = name;
        this.clock = clock;
    }

    private interface Work<T> {
        T with(PreparedStatement statement) throws SQLException;
    }

    private <T> T execute(String sql, Work<T> work) throws SQLException {
        try (Connection connection = dataSource.get().getConnection();
                PreparedStatement statement = connection.prepareStatement(named(sql))) {
            return work.with(statement);
        }
    }

    /** Replaces the default table names in SQL by the configured names. */
    String named(String sql) {
        return sql.replace(DEFAULT_NAME, name);
    }

    /**
     * Returns the bucket of a task. Tasks of a queue with the same key share a bucket, and so do all its tasks
     * without a key.
     */
    static int bucket(TaskMessage message) {
        String key = message.headers().get(Task.KEY_HEADER);
        return Math.floorMod((message.queue() + "\n" + (key == null ? "" : key)).hashCode(), BUCKETS);
    }

    /**
     * Describes the change to make in the script that creates the tables, as part of a sentence; empty without a
     * change.
     */
    String replacement() {
        return name.equals(DEFAULT_NAME) ? "" : ", with " + name + " in place of " + DEFAULT_NAME;
    }

    /**
     * Adds a task.
     *
     * @return the sequence number of its row
     */
    long add(NewTask task) throws SQLException {
        return insert(task, bucket(task.message()), UUID.randomUUID().toString());
    }

    /** Adds a task; pass the result to {@link #isRelayed} later. */
    Added addMarked(NewTask task) throws SQLException {
        int bucket = bucket(task.message());
        String holder = holder(bucket);
        return new Added(add(task), bucket, holder);
    }

    /** Whether a relay has locked the bucket of a row since the row was added. */
    boolean isRelayed(Added row) throws SQLException {
        return !Objects.equals(row.holder(), holder(row.bucket()));
    }

    /** Whether the row with a sequence number exists. */
    boolean has(long seq) throws SQLException {
        return execute("SELECT 1 FROM asynq_outbox WHERE seq = ?", select -> {
            select.setLong(1, seq);
            try (ResultSet row = select.executeQuery()) {
                return row.next();
            }
        });
    }

    /** Adds a task to a bucket; returns the sequence number of its row. */
    long insert(NewTask task, int bucket, String nonce) throws SQLException {
        Instant now = clock.instant();
        TaskMessage message = task.message();
        String sql = "INSERT INTO asynq_outbox (nonce, bucket, created_at, queue, task_type, task_id, message, run_at, "
                + "unique_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
        try (Connection connection = dataSource.get().getConnection();
                PreparedStatement insert = connection.prepareStatement(named(sql), new String[]{ "seq" })) {
            insert.setString(1, nonce);
            insert.setInt(2, bucket);
            insert.setLong(3, now.toEpochMilli());
            insert.setString(4, readable(message.queue(), MAX_TEXT));
            insert.setString(5, readable(message.type(), MAX_TEXT));
            insert.setString(6, readable(message.id(), MAX_TEXT));
            insert.setBytes(7, message.toBytes());
            insert.setObject(8, OutboxRow.runAt(task), Types.BIGINT);
            insert.setObject(9, OutboxRow.uniqueUntil(task, now), Types.BIGINT);
            insert.executeUpdate();
            try (ResultSet row = insert.getGeneratedKeys()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    /** Returns a text in ASCII, which every database can store. */
    private static String readable(String text, int limit) {
        String ascii = text.replaceAll("[^ -~]", "?");
        return ascii.isEmpty() ? "?" : ascii.substring(0, Math.min(ascii.length(), limit));
    }

    /**
     * Deletes a row.
     *
     * @return whether the row existed
     */
    boolean delete(int bucket, String nonce) throws SQLException {
        return execute("DELETE FROM asynq_outbox WHERE bucket = ? AND nonce = ?", delete -> {
            delete.setInt(1, bucket);
            delete.setString(2, nonce);
            return delete.executeUpdate() > 0;
        });
    }

    /**
     * Returns the buckets that contain rows, and names the unnamed buckets among these. A bucket needs a committed
     * name before its rows are stored: if the name were rolled back later, the relay could not find the records of
     * these rows in Redis.
     */
    List<Integer> busy() throws SQLException {
        Map<Integer, Boolean> named = execute("SELECT b.bucket, b.outbox_name FROM asynq_outbox_bucket b WHERE EXISTS "
                + "(SELECT 1 FROM asynq_outbox o WHERE o.bucket = b.bucket)", select -> {
                    Map<Integer, Boolean> buckets = new LinkedHashMap<>();
                    try (ResultSet row = select.executeQuery()) {
                        while (row.next()) {
                            buckets.put(row.getInt(1), row.getString(2) != null);
                        }
                    }
                    return buckets;
                });
        for (Map.Entry<Integer, Boolean> bucket : named.entrySet()) {
            if (!bucket.getValue()) {
                name(bucket.getKey());
            }
        }
        return List.copyOf(named.keySet());
    }

    /** Names a bucket unless another node has named it. */
    private void name(int bucket) throws SQLException {
        execute("UPDATE asynq_outbox_bucket SET outbox_name = ? WHERE bucket = ? AND outbox_name IS NULL", update -> {
            update.setString(1, UUID.randomUUID().toString());
            update.setInt(2, bucket);
            return update.executeUpdate();
        });
    }

    /**
     * Returns the last claim of a relay; empty if the bucket table was created by an older version, without this row.
     */
    Optional<Owner> owner() throws SQLException {
        return execute("SELECT outbox_name, holder FROM asynq_outbox_bucket WHERE bucket = " + OWNER, select -> {
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(new Owner(row.getString(1), row.getString(2))) : Optional.empty();
            }
        });
    }

    /**
     * Claims the tables for a Redis.
     *
     * @param last the result of {@link #owner}
     * @return false if another relay has written a claim since then
     */
    boolean replace(Owner last, Owner next) throws SQLException {
        return execute("UPDATE asynq_outbox_bucket SET outbox_name = ?, holder = ? WHERE bucket = " + OWNER
                + (last.mark() == null ? " AND holder IS NULL" : " AND holder = ?"), update -> {
                    update.setString(1, next.redis());
                    update.setString(2, next.mark());
                    if (last.mark() != null) {
                        update.setString(3, last.mark());
                    }
                    return update.executeUpdate() > 0;
                });
    }

    /** Returns the number of buckets; the script that creates the tables inserts them. */
    int buckets() throws SQLException {
        return execute("SELECT COUNT(*) FROM asynq_outbox_bucket WHERE bucket >= 0", select -> {
            try (ResultSet row = select.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        });
    }

    /**
     * Locks a bucket until the end of the transaction.
     *
     * @return the name of the outbox in Redis; empty if another transaction holds the lock or the bucket has no name
     * yet
     */
    Optional<String> lock(int bucket) throws SQLException {
        return execute(kind().lockBucket(), lock -> {
            lock.setInt(1, bucket);
            try (ResultSet row = lock.executeQuery()) {
                return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
            }
        });
    }

    /** Returns the kind of the database; throws {@code IllegalStateException} if it is not supported. */
    Database kind() throws SQLException {
        Database known = kind;
        if (known == null) {
            try (Connection connection = dataSource.get().getConnection()) {
                known = Database.of(connection).orElse(null);
                if (known == null) {
                    throw new IllegalStateException(
                            "the database is " + connection.getMetaData().getDatabaseProductName()
                                    + ", but an outbox supports " + Database.names());
                }
            }
            kind = known;
        }
        return known;
    }

    /** Writes the holder into a locked bucket; see {@link #isHeld}. */
    void hold(int bucket, String holder) throws SQLException {
        execute("UPDATE asynq_outbox_bucket SET holder = ? WHERE bucket = ?", update -> {
            update.setString(1, holder);
            update.setInt(2, bucket);
            return update.executeUpdate();
        });
    }

    /** Whether this transaction still holds the lock of the bucket; the holder is rolled back with the transaction. */
    boolean isHeld(int bucket, String holder) throws SQLException {
        return holder.equals(holder(bucket));
    }

    private @Nullable String holder(int bucket) throws SQLException {
        return this.<Optional<String>>execute("SELECT holder FROM asynq_outbox_bucket WHERE bucket = ?", select -> {
            select.setInt(1, bucket);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.ofNullable(row.getString(1)) : Optional.empty();
            }
        }).orElse(null);
    }

    /**
     * Returns the first rows of a bucket, up to the number that Redis stores at once.
     *
     * @param except queues whose rows are skipped
     */
    List<OutboxRow> read(int bucket, Collection<String> except) throws SQLException {
        String others = except.isEmpty() ? "" : "AND queue NOT IN (?" + ", ?".repeat(except.size() - 1) + ") ";
        return execute("SELECT seq, nonce, message, run_at, unique_until FROM asynq_outbox WHERE bucket = ? " + others
                + "ORDER BY seq", select -> {
                    int parameter = 1;
                    select.setInt(parameter, bucket);
                    for (String queue : except) {
                        select.setString(++parameter, readable(queue, MAX_TEXT));
                    }
                    select.setMaxRows(OutboxCommands.MAX_ROWS);
                    select.setFetchSize(FETCH_SIZE);
                    List<OutboxRow> rows = new ArrayList<>();
                    int bytes = 0;
                    try (ResultSet row = select.executeQuery()) {
                        while (bytes < MAX_BYTES && row.next()) {
                            OutboxRow read = new OutboxRow(row.getLong(1), row.getString(2), row.getBytes(3),
                                    number(row, 4), number(row, 5));
                            rows.add(read);
                            bytes += read.message().length;
                        }
                    }
                    return rows;
                });
    }

    private static @Nullable Long number(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    /** Deletes rows by ID; ignores rows that do not exist. */
    void delete(Collection<String> ids) throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        execute("DELETE FROM asynq_outbox WHERE seq = ? AND nonce = ?", delete -> {
            for (String id : ids) {
                delete.setLong(1, OutboxRow.seq(id));
                delete.setString(2, OutboxRow.nonce(id));
                delete.addBatch();
            }
            return delete.executeBatch();
        });
    }

    /** Moves rows that Redis rejected to {@link #SET_ASIDE}; errors by row ID. */
    void setAside(Map<String, String> errors) throws SQLException {
        if (errors.isEmpty()) {
            return;
        }
        execute("UPDATE asynq_outbox SET bucket = " + SET_ASIDE + ", error = ? WHERE seq = ? AND nonce = ?", update -> {
            for (Map.Entry<String, String> error : errors.entrySet()) {
                update.setString(1, readable(error.getValue(), MAX_ERROR));
                update.setLong(2, OutboxRow.seq(error.getKey()));
                update.setString(3, OutboxRow.nonce(error.getKey()));
                update.addBatch();
            }
            return update.executeBatch();
        });
    }

    /** Counts the rows. */
    Backlog backlog() throws SQLException {
        return execute("SELECT COUNT(*), COALESCE(SUM(CASE WHEN bucket < 0 THEN 1 ELSE 0 END), 0), "
                + "MIN(CASE WHEN bucket >= 0 THEN created_at END) FROM asynq_outbox", select -> {
                    try (ResultSet row = select.executeQuery()) {
                        row.next();
                        long setAside = row.getLong(2);
                        Long oldest = number(row, 3);
                        long age = oldest == null ? 0 : Math.max(0, clock.millis() - oldest);
                        return new Backlog(row.getLong(1) - setAside, Duration.ofMillis(age), setAside,
                                setAside == 0 ? "" : lastError());
                    }
                });
    }

    private String lastError() throws SQLException {
        return execute("SELECT error FROM asynq_outbox WHERE bucket = " + SET_ASIDE + " ORDER BY seq DESC", select -> {
            select.setMaxRows(1);
            try (ResultSet row = select.executeQuery()) {
                String error = row.next() ? row.getString(1) : null;
                return error == null ? "" : error;
            }
        });
    }
}

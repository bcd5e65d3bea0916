package io.github.asynqee.transactions.internal.outbox;

import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;

import jakarta.transaction.UserTransaction;

import io.github.asynqee.internal.broker.OutboxCommands;
import org.jspecify.annotations.Nullable;

/**
 * Stores the rows of an outbox in Redis, and deletes them.
 *
 * <p>A relay locks a bucket in the database, reads its rows, opens the outbox in the queues of the rows, and makes sure that
 * it still has the lock: all relays after it open the outbox later, and what this one sends then has no effect. A relay that opens
 * it learns which rows have been stored before. That is forgotten after the deletion of the rows is committed.
 */
final class OutboxRelay {

    private static final int TIMEOUT_SECONDS = 60;
    /** In which the rows of other queues are stored before those that are away are asked again. */
    private static final int MAX_BATCHES = 16;

    private final Transactions transactions;
    private final OutboxTable table;
    private final OutboxCommands redis;
    private final OutboxShards shards;
    private final Clock clock;
    private final Callable<Boolean> own;
    private final AwayQueues away = new AwayQueues();
    private volatile boolean stopped;

    /**
     * @param clock the clock of Redis
     * @param own whether rows are to be stored in this Redis; asked before each batch, because a pass can take minutes
     */
    OutboxRelay(UserTransaction transaction, OutboxTable table, OutboxCommands redis, OutboxShards shards,
            Clock clock, Callable<Boolean> own) {
        this.transactions = new Transactions(transaction, TIMEOUT_SECONDS);
        this.table = table;
        this.redis = redis;
        this.shards = shards;
        this.clock = clock;
        this.own = own;
    }

    /**
     * Stores the first rows of each bucket that no other relay has locked. The rows of queues whose node of Redis does not answer
     * are left out: those of other queues behind them are stored.
     *
     * @return whether there may be more
     * @throws Exception if some rows could not be stored; all others were
     */
    boolean relay() throws Exception {
        Exception failure = null;
        boolean more = false;
        away.beginPass();
        for (int bucket : transactions.call(table::busy)) {
            if (stopped) {
                break;
            }
            try {
                more |= relay(bucket);
            } catch (Exception e) {
                // the other buckets are not to wait for this one
                failure = failure == null ? e : failure;
            }
        }
        more |= away.endPass();
        failure = failure == null ? away.failure() : failure;
        if (failure != null) {
            throw failure;
        }
        return more;
    }

    /** Ends {@link #relay} after the rows that it is storing: those of one bucket. */
    void stop() {
        stopped = true;
    }

    private boolean relay(int bucket) throws Exception {
        Exception failure = null;
        boolean changed = false;
        boolean again = true;
        for (int batch = 0; again && !stopped && batch < MAX_BATCHES && own.call(); batch++) {
            int found = away.found();
            Exception failed = null;
            try {
                RelayedRows rows = transactions.call(() -> store(bucket));
                if (rows == null) {
                    break;
                }
                changed = true;
                requireDeleted(rows.done());
                rows.close();
                failed = rows.failure();
            } catch (Exception e) {
                // perhaps the transaction has ended while a queue did not answer
                failed = e;
            }
            failure = failure == null ? failed : failure;
            again = isMoreWithout(away.found() > found, failed);
        }
        if (failure != null) {
            throw failure;
        }
        return changed;
    }

    /** A server may report a commit that did not happen: rows that are still there must not be forgotten in Redis. */
    private void requireDeleted(Set<String> rows) throws Exception {
        if (!rows.isEmpty() && transactions.call(() -> table.has(OutboxRow.seq(rows.iterator().next())))) {
            throw new IllegalStateException("rows that were stored in Redis are still in the database, although the"
                    + " server has reported the commit of their deletion; they are deleted later");
        }
    }

    /** Whether the rows of other queues may be behind those of queues that are away. */
    private boolean isMoreWithout(boolean found, @Nullable Exception failed) {
        return !away.queues().isEmpty() && away.maySearch() && (failed == null || found);
    }

    /** Returns {@code null} if nothing is changed. */
    private @Nullable RelayedRows store(int bucket) throws Exception {
        String name = table.lock(bucket).orElse(null);
        List<OutboxRow> read = name == null ? List.of() : table.read(bucket, away.queues());
        if (name == null || read.isEmpty()) {
            return null;
        }
        String holder = UUID.randomUUID().toString();
        table.hold(bucket, holder);
        RelayedRows rows = new RelayedRows(redis, shards, away, name, holder, clock);
        rows.open(read);
        if (!table.isHeld(bucket, holder)) {
            throw new IllegalStateException("the transaction of the relay has ended before the rows of bucket " + bucket
                    + " were stored");
        }
        rows.store();
        table.setAside(rows.refused());
        table.delete(rows.done());
        return rows;
    }
}

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
 * <p>A relay locks a bucket in the database, reads its rows, opens the outbox in the queues of these rows, and checks
 * that it still holds the lock. A relay that gets the lock later opens the outbox later, and from then on Redis
 * ignores the rows of the earlier relay. Opening returns the rows that were stored before. Redis forgets them after
 * the deletion of the rows is committed.
 */
final class OutboxRelay {

    private static final int TIMEOUT_SECONDS = 60;
    /** Batches of other queues to store before retrying unreachable queues. */
    private static final int MAX_BATCHES = 16;

    private final Transactions transactions;
    private final OutboxTable table;
    private final OutboxCommands redis;
    private final OutboxShards shards;
    private final Clock clock;
    private final Callable<Boolean> own;
    private final UnreachableQueues unreachable = new UnreachableQueues();
    private volatile boolean stopped;

    /**
     * @param clock the clock of Redis
     * @param own whether to store rows in this Redis; called before each batch, because a pass can take minutes
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
     * Stores the first rows of each bucket that no other relay has locked. Skips rows of queues whose Redis node does
     * not answer, and stores the rows of other queues behind them.
     *
     * @return whether there may be more rows
     * @throws Exception if some rows could not be stored, after all other rows were stored
     */
    boolean relay() throws Exception {
        Throwable failure = null;
        boolean more = false;
        unreachable.beginPass();
        for (int bucket : transactions.call(table::busy)) {
            if (stopped) {
                break;
            }
            try {
                more |= relay(bucket);
            } catch (Exception | Error e) {
                // continue with the other buckets
                failure = failure == null ? e : failure;
            }
        }
        more |= unreachable.endPass();
        failure = failure == null ? unreachable.failure() : failure;
        throwIfAny(failure);
        return more;
    }

    private static void throwIfAny(@Nullable Throwable failure) throws Exception {
        if (failure instanceof Error e) {
            throw e;
        } else if (failure instanceof Exception e) {
            throw e;
        }
    }

    /** Ends {@link #relay} after its current batch of rows. */
    void stop() {
        stopped = true;
    }

    private boolean relay(int bucket) throws Exception {
        Throwable failure = null;
        boolean changed = false;
        boolean again = true;
        for (int batch = 0; again && !stopped && batch < MAX_BATCHES && own.call(); batch++) {
            int found = unreachable.found();
            Throwable failed = null;
            try {
                RelayedRows rows = transactions.call(() -> store(bucket));
                if (rows == null) {
                    break;
                }
                changed = true;
                requireDeleted(rows.done());
                rows.close();
                failed = rows.failure();
            } catch (Exception | Error e) {
                // the transaction may have timed out while a queue did not answer
                failed = e;
            }
            failure = failure == null ? failed : failure;
            again = isMoreWithout(unreachable.found() > found, failed);
        }
        throwIfAny(failure);
        return changed;
    }

    /** Checks a reported commit of the deletion: Redis must not forget rows that still exist in the database. */
    private void requireDeleted(Set<String> rows) throws Exception {
        if (!rows.isEmpty() && transactions.call(() -> table.has(OutboxRow.seq(rows.iterator().next())))) {
            throw new IllegalStateException("rows stored in Redis still exist in the database, although the server has"
                    + " reported the commit of their deletion; the relay deletes them later");
        }
    }

    /** Whether rows of other queues may follow the rows of unreachable queues. */
    private boolean isMoreWithout(boolean found, @Nullable Throwable failed) {
        return !unreachable.queues().isEmpty() && unreachable.maySearch() && (failed == null || found);
    }

    /** Stores the next rows of a bucket; returns {@code null} if it is locked or has no rows to store. */
    private @Nullable RelayedRows store(int bucket) throws Exception {
        String name = table.lock(bucket).orElse(null);
        List<OutboxRow> read = name == null ? List.of() : table.read(bucket, unreachable.queues());
        if (name == null || read.isEmpty()) {
            return null;
        }
        String holder = UUID.randomUUID().toString();
        table.hold(bucket, holder);
        RelayedRows rows = new RelayedRows(redis, shards, unreachable, name, holder, clock);
        rows.open(read);
        if (!table.isHeld(bucket, holder)) {
            throw new IllegalStateException("the relay's transaction ended before the rows of bucket " + bucket
                    + " were stored");
        }
        rows.store();
        table.setAside(rows.refused());
        table.delete(rows.done());
        return rows;
    }
}

package io.github.asynqee.internal.broker;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;

/**
 * Stores the rows of an outbox, a table in a database, as tasks. Each row is stored once, even if relays die or hang.
 * Private: asynq does not have these operations.
 *
 * <p>A relay {@link #open opens} the outbox, reads rows, {@link #store stores} and deletes them, and {@link #close
 * closes} it. In the slot of the queue, Redis records the relay that opened the outbox last, and the rows that this
 * relay and earlier relays have stored. Redis ignores the rows that an earlier relay sends afterwards.
 */
public interface OutboxCommands {

    /**
     * An outbox, opened by one relay in one queue.
     *
     * @param queue the queue, or one of its shards
     * @param outbox the name of the outbox
     * @param holder the name of the relay, a new name for each opening
     */
    record Opening(String queue, String outbox, String holder) {}

    /**
     * A row.
     *
     * @param id the name of the row, which is never reused
     * @param task the task, of the queue of the opening
     */
    record Row(String id, NewTask task) {}

    /**
     * Opens an outbox: from now on Redis ignores rows sent by other relays. If the durability requires confirmations,
     * this call waits until Redis has confirmed everything stored in these queues before.
     *
     * @param openings the outbox in some queues
     * @return the rows that have been stored since the outbox was last closed in these queues; the caller deletes them
     *         from the database
     * @throws BrokerException if one of the queues cannot be opened, or the durability is not confirmed
     */
    Set<String> open(List<Opening> openings);

    /**
     * Stores rows in their order and skips rows that are already stored. After an exception either all or none are
     * stored.
     *
     * @param opening the outbox
     * @param rows at most {@value #MAX_ROWS}
     * @return one result for each row; empty if another relay has opened the outbox since
     * @throws BrokerException if storing failed; after an {@link AmbiguousResultException} the rows may have been
     *        stored
     */
    Optional<List<StoreResult>> store(Opening opening, List<Row> rows);

    /** Maximum number of rows in one call. */
    int MAX_ROWS = 128;

    /**
     * Closes an outbox and removes the record of its stored rows. The caller must have deleted these rows from the
     * database.
     *
     * @param opening the outbox
     * @throws BrokerException if closing failed; the record remains
     */
    void close(Opening opening);
}

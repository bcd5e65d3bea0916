package io.github.asynqee.internal.broker;

import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;

/**
 * Stores rows of an outbox, which is in a database, as tasks: each row once, even if relays die or hang.
 * Private: asynq has no such operations.
 *
 * <p>A relay {@link #open opens} the outbox, reads rows, {@link #store stores} and deletes them, and {@link #close
 * closes} it. Redis keeps, in the slot of the queue, which relay has opened it last, and the rows that this relay and
 * others before it have stored. What a relay sends that is not the last one has no effect.
 */
public interface OutboxCommands {

    /**
     * An outbox, opened by one relay in one queue.
     *
     * @param queue the queue, or the shard of it
     * @param outbox names the outbox
     * @param holder names the relay, differently at each opening
     */
    record Opening(String queue, String outbox, String holder) {}

    /**
     * A row.
     *
     * @param id names the row; the name is never used again
     * @param task the task, of the queue of the opening
     */
    record Row(String id, NewTask task) {}

    /**
     * Opens an outbox: from now on Redis ignores rows sent by other relays. If the durability requires it, everything
     * stored in these queues before is confirmed, in one step.
     *
     * @param openings the outbox in some queues
     * @return the rows that have been stored since the outbox was closed in these queues: to be deleted from the
     *         database
     * @throws BrokerException if that failed in one of the queues, or the durability is not confirmed
     */
    Set<String> open(List<Opening> openings);

    /**
     * Stores rows in their order and skips rows that are already stored. After an exception either all or none are
     * stored.
     *
     * @param opening the outbox
     * @param rows at most {@value #MAX_ROWS}
     * @return one result for each row; empty if another relay has opened the outbox since
     * @throws BrokerException if that failed; with an {@link AmbiguousResultException} they may have been stored
     */
    Optional<List<StoreResult>> store(Opening opening, List<Row> rows);

    /** The most rows in one call. */
    int MAX_ROWS = 128;

    /**
     * Closes an outbox and removes the record of its stored rows, which must have been deleted from the database
     * before.
     *
     * @param opening the outbox
     * @throws BrokerException if that failed; the rows remain known
     */
    void close(Opening opening);
}

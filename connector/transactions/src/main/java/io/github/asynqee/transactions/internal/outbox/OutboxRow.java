package io.github.asynqee.transactions.internal.outbox;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import org.jspecify.annotations.Nullable;

/**
 * A row of the outbox.
 *
 * @param seq its sequence number
 * @param nonce distinguishes it from a row with the same sequence number in a restored database
 * @param message the task
 * @param runAt scheduled time of the task, Unix seconds; {@code null} to run at once
 * @param uniqueUntil the end of its uniqueness, Unix seconds; {@code null} if it is not unique
 */
record OutboxRow(long seq, String nonce, byte[] message, @Nullable Long runAt, @Nullable Long uniqueUntil) {

    private static final Duration SHORTEST_LOCK = Duration.ofSeconds(1);

    /** Unique ID of the row, which is never reused. */
    String id() {
        return seq + ":" + nonce;
    }

    static long seq(String id) {
        return Long.parseLong(id.substring(0, id.indexOf(':')));
    }

    static String nonce(String id) {
        return id.substring(id.indexOf(':') + 1);
    }

    static @Nullable Long runAt(NewTask task) {
        return task.placement() instanceof Placement.Scheduled scheduled ? scheduled.at().getEpochSecond() : null;
    }

    static @Nullable Long uniqueUntil(NewTask task, Instant now) {
        return task.lockFor() == null ? null : now.getEpochSecond() + task.lockFor().getSeconds();
    }

    /**
     * Decodes the task of the row.
     *
     * @throws UndecodableMessageException if the row does not contain a valid task
     */
    NewTask task(Instant now) throws UndecodableMessageException {
        TaskMessage task = TaskMessage.parse(message);
        try {
            QueueName.require(task.queue());
            if (task.type().isBlank() || task.id().isEmpty()) {
                throw new IllegalArgumentException("a task must have a type and an ID");
            }
            Placement placement = runAt != null ? new Placement.Scheduled(Instant.ofEpochSecond(runAt))
                    : task.group().isEmpty() ? new Placement.Pending() : new Placement.InGroup();
            return new NewTask(task, placement, lockFor(now));
        } catch (IllegalArgumentException e) {
            throw new UndecodableMessageException(e.getMessage(), e);
        }
    }

    private @Nullable Duration lockFor(Instant now) {
        if (uniqueUntil == null) {
            return null;
        }
        Duration left = Duration.ofSeconds(uniqueUntil - now.getEpochSecond());
        return left.compareTo(SHORTEST_LOCK) < 0 ? SHORTEST_LOCK : left;
    }
}

package io.github.asynqee.transactions.internal.outbox;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;

import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.transactions.TransactionRolledBackException;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import org.jspecify.annotations.Nullable;

/** The rows written in one transaction. Completes the results of their senders when the transaction ends. */
final class OutboxCommit implements Synchronization {

    private record Sent(TaskInfo task, long seq, CompletableFuture<TaskInfo> result) {}

    private final Outbox outbox;
    private final List<Sent> all = new ArrayList<>();
    private @Nullable Integer ended;

    /** @param outbox the outbox of the rows */
    OutboxCommit(Outbox outbox) {
        this.outbox = outbox;
    }

    /** The returned stage completes when the row is committed, and fails otherwise. */
    synchronized CompletionStage<TaskInfo> add(TaskInfo task, long seq) {
        if (ended != null) {
            // a server thread has ended the transaction at its time limit
            return CompletableFuture.failedFuture(error(task, ended));
        }
        Sent sent = new Sent(task, seq, new CompletableFuture<>());
        all.add(sent);
        return sent.result();
    }

    /**
     * Checks that the database has not rolled the transaction back after a failed statement. PostgreSQL then turns
     * the commit into a rollback, and its driver does not report it. Reads the first row, because a row that was
     * written after the rollback may exist.
     */
    @Override
    public void beforeCompletion() {
        Sent first;
        synchronized (this) {
            if (all.isEmpty()) {
                return;
            }
            first = all.get(0);
        }
        String rolledBack = CurrentTransaction.notEnqueued(first.task())
                + "its transaction cannot be committed because the database has ended it after a failed statement";
        try {
            if (!outbox.has(first.seq())) {
                throw new IllegalStateException(rolledBack);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(rolledBack, e);
        }
    }

    @Override
    public void afterCompletion(int status) {
        List<Sent> sent;
        synchronized (this) {
            ended = status;
            sent = List.copyOf(all);
        }
        if (status == Status.STATUS_COMMITTED) {
            outbox.wake();
            sent.forEach(it -> it.result().complete(it.task()));
        } else {
            sent.forEach(it -> it.result().completeExceptionally(error(it.task(), status)));
        }
    }

    private static EnqueueException error(TaskInfo task, int status) {
        return status == Status.STATUS_ROLLEDBACK
                ? new TransactionRolledBackException(
                        CurrentTransaction.notEnqueued(task) + "its transaction was rolled back")
                : new EnqueueAmbiguousException("task " + task.id() + " of type \"" + task.type() + "\" in queue \""
                        + task.queue()
                        + "\" may or may not be enqueued: the outcome of its transaction is unknown (JTA "
                        + "status " + status + ")", null);
    }
}

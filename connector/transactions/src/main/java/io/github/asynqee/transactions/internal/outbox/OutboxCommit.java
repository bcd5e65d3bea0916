package io.github.asynqee.transactions.internal.outbox;

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

/** The senders of rows in one transaction: told of its end. */
final class OutboxCommit implements Synchronization {

    private record Sent(TaskInfo task, CompletableFuture<TaskInfo> result) {}

    private final Runnable committed;
    private final List<Sent> all = new ArrayList<>();
    private Integer ended;

    /** @param committed called if the transaction has been committed */
    OutboxCommit(Runnable committed) {
        this.committed = committed;
    }

    /** Completes when the row of the task is committed, or will not be. */
    synchronized CompletionStage<TaskInfo> add(TaskInfo task) {
        if (ended != null) {
            // at its time limit, by a thread of the server
            return CompletableFuture.failedFuture(error(task, ended));
        }
        Sent sent = new Sent(task, new CompletableFuture<>());
        all.add(sent);
        return sent.result();
    }

    @Override
    public void beforeCompletion() {
        // rows are written when they are sent
    }

    @Override
    public void afterCompletion(int status) {
        List<Sent> sent;
        synchronized (this) {
            ended = status;
            sent = List.copyOf(all);
        }
        if (status == Status.STATUS_COMMITTED) {
            committed.run();
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

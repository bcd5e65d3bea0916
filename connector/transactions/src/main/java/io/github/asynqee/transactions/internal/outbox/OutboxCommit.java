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

    /** @param committed called if the transaction has been committed */
    OutboxCommit(Runnable committed) {
        this.committed = committed;
    }

    /** Completes when the row of the task is committed, or will not be. */
    synchronized CompletionStage<TaskInfo> add(TaskInfo task) {
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
        List<Sent> ended;
        synchronized (this) {
            ended = List.copyOf(all);
        }
        if (status == Status.STATUS_COMMITTED) {
            committed.run();
            ended.forEach(sent -> sent.result().complete(sent.task()));
        } else {
            ended.forEach(sent -> sent.result().completeExceptionally(error(sent.task(), status)));
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

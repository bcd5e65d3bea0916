package io.github.asynqee.transactions.internal.commit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.transactions.TransactionRolledBackException;
import io.github.asynqee.transactions.internal.jta.CurrentTransaction;
import org.jspecify.annotations.Nullable;

/** The tasks that were sent in one transaction. */
final class AfterCommit implements Synchronization {

    /** A larger transaction waits after each portion, so that its tasks do not overflow the client. */
    private static final int PORTION = 500;

    private record Waiting(ComposedTask task, CompletableFuture<TaskInfo> result) {}

    private final Function<ComposedTask, CompletionStage<TaskInfo>> store;
    private final List<Waiting> tasks = new ArrayList<>();
    private @Nullable String ended;
    private boolean rolledBack;

    AfterCommit(Function<ComposedTask, CompletionStage<TaskInfo>> store) {
        this.store = store;
    }

    /** Completes when the task is stored, or will not be. */
    synchronized CompletionStage<TaskInfo> add(ComposedTask task) {
        if (ended != null) {
            throw refused(task);
        }
        Waiting waiting = new Waiting(task, new CompletableFuture<>());
        tasks.add(waiting);
        return waiting.result();
    }

    @Override
    public void beforeCompletion() {
        // a task that is sent later, in another synchronization, is still accepted
    }

    /** A transaction that exceeds its time limit ends on a thread of the server, while its own may still send. */
    @Override
    public void afterCompletion(int status) {
        List<Waiting> all;
        synchronized (this) {
            rolledBack = status == Status.STATUS_ROLLEDBACK;
            ended = status == Status.STATUS_COMMITTED ? "its transaction has been committed already"
                    : rolledBack ? "its transaction was rolled back"
                            : "the outcome of its transaction is unknown (JTA status " + status + ")";
            all = List.copyOf(tasks);
        }
        if (status == Status.STATUS_COMMITTED) {
            store(all);
        } else {
            all.forEach(waiting -> waiting.result().completeExceptionally(refused(waiting.task())));
        }
    }

    private EnqueueException refused(ComposedTask task) {
        String message = CurrentTransaction.notEnqueued(task.info()) + ended;
        return rolledBack ? new TransactionRolledBackException(message) : new EnqueueException(message, null);
    }

    private void store(List<Waiting> all) {
        for (int i = 0; i < all.size(); i++) {
            Waiting waiting = all.get(i);
            CompletableFuture<TaskInfo> stored = stored(waiting.task()).toCompletableFuture();
            stored.whenComplete((info, error) -> {
                if (error == null) {
                    waiting.result().complete(info);
                } else {
                    waiting.result().completeExceptionally(
                            error instanceof CompletionException && error.getCause() != null ? error.getCause()
                                    : error);
                }
            });
            if ((i + 1) % PORTION == 0) {
                stored.handle((info, error) -> info).join();
            }
        }
    }

    /** One task that cannot be enqueued must not keep the others from being stored. */
    private CompletionStage<TaskInfo> stored(ComposedTask task) {
        try {
            return store.apply(task);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(
                    new EnqueueException(CurrentTransaction.notEnqueued(task.info()) + e.getMessage(), e));
        }
    }
}

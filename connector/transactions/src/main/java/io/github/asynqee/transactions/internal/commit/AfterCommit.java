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

/** The tasks sent in one transaction; stores them after the commit. */
final class AfterCommit implements Synchronization {

    /** After this many tasks, wait until they are stored, so that a large transaction does not overflow the client. */
    private static final int PORTION = 500;

    private record Waiting(ComposedTask task, CompletableFuture<TaskInfo> result) {}

    private final Function<ComposedTask, CompletionStage<TaskInfo>> store;
    private final List<Waiting> tasks = new ArrayList<>();
    private @Nullable String ended;
    private boolean rolledBack;

    AfterCommit(Function<ComposedTask, CompletionStage<TaskInfo>> store) {
        this.store = store;
    }

    /** The returned stage completes when the task is stored, and fails if it will not be stored. */
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
        // other synchronizations may still send tasks
    }

    /** May run on a server thread when the transaction times out, while the application's thread is still sending. */
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

    /** Turns an exception into a failed stage, so that the remaining tasks are still stored. */
    private CompletionStage<TaskInfo> stored(ComposedTask task) {
        try {
            return store.apply(task);
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(
                    new EnqueueException(CurrentTransaction.notEnqueued(task.info()) + e.getMessage(), e));
        }
    }
}

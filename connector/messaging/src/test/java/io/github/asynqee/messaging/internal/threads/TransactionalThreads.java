package io.github.asynqee.messaging.internal.threads;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

import jakarta.transaction.Status;

/** Threads of a server whose transactions stay on their thread until they end. */
public final class TransactionalThreads implements LaneExecutor {

    private final ThreadLocal<Integer> status = ThreadLocal.withInitial(() -> Status.STATUS_NO_TRANSACTION);
    private final ThreadLocal<List<Consumer<Boolean>>> atEnd = ThreadLocal.withInitial(ArrayList::new);
    private final LaneExecutor threads;
    private final CleanCalls calls = new CleanCalls(new CleanCalls.Transactions() {
        @Override
        public int status() {
            return status.get();
        }

        @Override
        public void rollback() {
            end(false);
        }

        @Override
        public void atEnd(Consumer<Boolean> committed) {
            if (status.get() != Status.STATUS_ACTIVE) {
                throw new IllegalStateException("status " + status.get());
            }
            atEnd.get().add(committed);
        }

        @Override
        public Executor context() {
            return Runnable::run;
        }
    });

    public TransactionalThreads(LaneExecutor threads) {
        this.threads = threads;
    }

    /** Begins a transaction on this thread. */
    public void begin() {
        status.set(Status.STATUS_ACTIVE);
    }

    /** Marks the transaction of this thread for rollback. */
    public void mark() {
        status.set(Status.STATUS_MARKED_ROLLBACK);
    }

    /** Ends the transaction of this thread. */
    public void end(boolean committed) {
        status.remove();
        List<Consumer<Boolean>> all = atEnd.get();
        atEnd.remove();
        all.forEach(one -> one.accept(committed));
    }

    /** Whether this thread has a transaction. */
    public boolean isOpen() {
        return status.get() != Status.STATUS_NO_TRANSACTION;
    }

    @Override
    public CleanCalls calls() {
        return calls;
    }

    @Override
    public void addLane() {
        threads.addLane();
    }

    @Override
    public void execute(Runnable work) {
        threads.execute(work);
    }

    @Override
    public boolean stop(Duration limit) {
        return threads.stop(limit);
    }
}

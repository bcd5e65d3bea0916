package io.github.asynqee.messaging.internal.threads;

import java.time.Duration;
import java.util.concurrent.Executor;

import jakarta.transaction.Status;

/** Threads of a server whose transactions stay on their thread until they end. */
public final class TransactionalThreads implements LaneExecutor {

    private final ThreadLocal<Integer> status = ThreadLocal.withInitial(() -> Status.STATUS_NO_TRANSACTION);
    private final LaneExecutor threads;
    private final CleanCalls calls = new CleanCalls(new CleanCalls.Transactions() {
        @Override
        public int status() {
            return status.get();
        }

        @Override
        public void rollback() {
            status.remove();
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

package io.github.asynqee.console.redis;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.problem.Problems;

/**
 * Runs calls to one Redis and limits how long their callers wait. A late call continues until the timeouts of its
 * connection end it, so a Redis that does not answer can occupy at most all threads of the pool. One user can occupy a
 * third of the threads for users; some threads are reserved for internal calls, live updates and alerts.
 */
final class CallPool implements AutoCloseable {

    static final int MAX_OF_USERS = 24;
    static final int MAX_OF_USER = 8;
    private static final int OWN = 6;
    private static final int IDLE_SECONDS = 30;
    /** How long a call of a user waits for the end of another call, of the same or another user. */
    private static final long PATIENCE_MILLIS = 500;

    private final ThreadPoolExecutor threads;
    private final Duration limit;
    private final Semaphore ofUsers = new Semaphore(MAX_OF_USERS);
    private final Map<String, Semaphore> byUser = new ConcurrentHashMap<>();

    CallPool(ThreadFactory factory, Duration limit) {
        this.threads = new ThreadPoolExecutor(0, MAX_OF_USERS + OWN, IDLE_SECONDS, TimeUnit.SECONDS,
                new SynchronousQueue<>(), factory);
        this.limit = limit;
    }

    <T> T call(Callable<T> call) {
        return call(limit, call);
    }

    <T> T call(Duration atMost, Callable<T> call) {
        return await(atMost, submit(call));
    }

    /** Runs an internal call for a request: it is not subject to the limit per user. */
    <T> T own(Callable<T> call) {
        return await(limit, start(call, () -> {}));
    }

    private static <T> T await(Duration atMost, CompletableFuture<T> result) {
        try {
            return result.get(atMost.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new LateException("Redis did not answer in time. A change may or may not have been made.", result);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LateException("The console is stopping.", result);
        }
    }

    private static <T> T result(Callable<T> call) {
        try {
            return call.call();
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private <T> CompletableFuture<T> submit(Callable<T> call) {
        String user = CurrentScope.user();
        if (user == null) {
            return start(call, () -> {});
        }
        Semaphore own = byUser.computeIfAbsent(user, name -> new Semaphore(MAX_OF_USER));
        if (!acquired(own)) {
            throw ProblemException.tooMany("You already have " + MAX_OF_USER
                    + " requests waiting for this Redis. Try again when they have finished.");
        }
        if (!acquired(ofUsers)) {
            own.release();
            throw ProblemException.tooMany("All users together already have " + MAX_OF_USERS
                    + " requests waiting for this Redis. Try again in a few seconds.");
        }
        return start(CurrentScope.carried(call), () -> {
            own.release();
            ofUsers.release();
        });
    }

    private static boolean acquired(Semaphore semaphore) {
        try {
            return semaphore.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("The console is stopping.");
        }
    }

    /**
     * Starts a call. Runs {@code end} after the call, even if the call is late and no caller waits for it any longer.
     */
    private <T> CompletableFuture<T> start(Callable<T> call, Runnable end) {
        try {
            return CompletableFuture.supplyAsync(() -> {
                try {
                    return result(call);
                } finally {
                    end.run();
                }
            }, threads);
        } catch (RejectedExecutionException e) {
            end.run();
            throw full();
        }
    }

    private static ProblemException full() {
        return unavailable("Redis does not answer: too many requests wait for it.");
    }

    private static ProblemException unavailable(String detail) {
        return new ProblemException(Problems.unavailable(detail));
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}

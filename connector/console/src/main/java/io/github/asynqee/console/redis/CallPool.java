package io.github.asynqee.console.redis;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.problem.Problems;

/**
 * Runs calls to one Redis and limits how long their callers wait. A call that is late goes on until the timeouts of its
 * connection end it; a Redis that does not answer can occupy no more threads than the pool has.
 */
final class CallPool implements AutoCloseable {

    private static final int MAX_CALLS = 24;
    private static final int IDLE_SECONDS = 30;

    private final ThreadPoolExecutor threads;
    private final Duration limit;

    CallPool(ThreadFactory factory, Duration limit) {
        this.threads = new ThreadPoolExecutor(0, MAX_CALLS, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(),
                factory);
        this.limit = limit;
    }

    <T> T call(Callable<T> call) {
        return call(limit, call);
    }

    <T> T call(Duration atMost, Callable<T> call) {
        Callable<T> carried = CurrentScope.carried(call);
        CompletableFuture<T> result;
        try {
            result = CompletableFuture.supplyAsync(() -> result(carried), threads);
        } catch (RejectedExecutionException e) {
            throw unavailable("Redis does not answer: too many requests wait for it.");
        }
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

    private static ProblemException unavailable(String detail) {
        return new ProblemException(Problems.unavailable(detail));
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}

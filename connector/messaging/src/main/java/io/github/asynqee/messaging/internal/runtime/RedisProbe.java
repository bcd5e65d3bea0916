package io.github.asynqee.messaging.internal.runtime;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.RedisStatus;
import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the status of a Redis on a separate thread. Callers wait at most one second; a status is reused for two
 * seconds.
 */
final class RedisProbe {

    private static final Duration MAX_AGE = Duration.ofSeconds(2);
    /** Maximum time to wait for an answer before a new request is made. */
    private static final Duration MAX_WAIT = Duration.ofMinutes(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private final Supplier<RedisStatus> redis;
    private final ThreadFactory threads;
    private @Nullable CompletableFuture<RedisStatus> latest;
    private long requestedAt;

    RedisProbe(Supplier<RedisStatus> redis, ThreadFactory threads) {
        this.redis = redis;
        this.threads = threads;
    }

    /**
     * The status, at most two seconds old.
     *
     * @throws BrokerException if the status cannot be read in time
     */
    RedisStatus status() {
        try {
            return answer().get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new BrokerException(cause instanceof BrokerException ? cause.getMessage() : cause.toString(), cause);
        } catch (TimeoutException e) {
            throw new BrokerException("no reply within " + TIMEOUT.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerException("interrupted", e);
        }
    }

    private synchronized CompletableFuture<RedisStatus> answer() {
        long age = System.nanoTime() - requestedAt;
        if (latest == null || age > (latest.isDone() ? MAX_AGE : MAX_WAIT).toNanos()) {
            latest = request();
            requestedAt = System.nanoTime();
        }
        return latest;
    }

    private CompletableFuture<RedisStatus> request() {
        CompletableFuture<RedisStatus> answer = new CompletableFuture<>();
        try {
            Thread thread = threads.newThread(() -> answer(answer));
            if (thread == null) {
                throw new IllegalStateException("the container's ManagedThreadFactory returned no thread");
            }
            thread.start();
        } catch (RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
        return answer;
    }

    private void answer(CompletableFuture<RedisStatus> answer) {
        try {
            answer.complete(redis.get());
        } catch (Throwable e) {
            answer.completeExceptionally(e);
        }
    }
}

package io.github.asynqee.messaging.internal.runtime;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import io.github.asynqee.BrokerException;
import io.github.asynqee.internal.broker.RedisStatus;

/**
 * Asks Redis how it is, on a thread of its own and not too often, so that whoever wants to know never waits long: not for
 * a Redis that does not answer, and not more often than it makes sense.
 */
final class RedisProbe {

    private static final Duration FRESH = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Supplier<RedisStatus> redis;
    private final ThreadFactory threads;
    private CompletableFuture<RedisStatus> latest;
    private long askedAt;

    RedisProbe(Supplier<RedisStatus> redis, ThreadFactory threads) {
        this.redis = redis;
        this.threads = threads;
    }

    /**
     * The status, at most two seconds old.
     *
     * @throws BrokerException if Redis cannot be asked or takes too long
     */
    RedisStatus status() {
        try {
            return answer().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new BrokerException(e.getCause().getMessage(), e.getCause());
        } catch (TimeoutException e) {
            throw new BrokerException("no answer within " + PATIENCE.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BrokerException("interrupted", e);
        }
    }

    private synchronized CompletableFuture<RedisStatus> answer() {
        if (latest == null || latest.isDone() && System.nanoTime() - askedAt > FRESH.toNanos()) {
            latest = ask();
            askedAt = System.nanoTime();
        }
        return latest;
    }

    private CompletableFuture<RedisStatus> ask() {
        CompletableFuture<RedisStatus> answer = new CompletableFuture<>();
        threads.newThread(() -> {
            try {
                answer.complete(redis.get());
            } catch (RuntimeException e) {
                answer.completeExceptionally(e);
            }
        }).start();
        return answer;
    }
}

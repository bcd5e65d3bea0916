package io.github.asynqee.internal.redis.cancellation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.broker.watch.CancellationSubscription;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/** Behind a proxy, which passes on no published messages: reads the stored requests once a second. */
public final class PolledCancellations implements CancellationSubscription {

    static final Duration POLL_INTERVAL = Duration.ofSeconds(1);

    private final RedisExecutor executor;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Queue<Request> received = new ArrayDeque<>();
    private Set<Request> seen = Set.of();
    private boolean subscribed;

    /** @param executor sends to Redis through a proxy */
    public PolledCancellations(RedisExecutor executor) {
        this.executor = executor;
    }

    @Override
    public void subscribe() {
        boolean first = !subscribed;
        poll();
        subscribed = true;
        if (first) {
            received.clear();
        }
    }

    @Override
    public Request next() {
        while (received.isEmpty()) {
            try {
                if (closed.await(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new BrokerUnavailableException("the polling of cancellations is closed", null);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new BrokerUnavailableException("the polling of cancellations was interrupted", e);
            }
            poll();
        }
        return received.remove();
    }

    private void poll() {
        List<Request> stored;
        try {
            stored = CancelRequests.read(executor);
        } catch (BrokerException e) {
            throw new BrokerUnavailableException("cancellations cannot be polled: " + e.getMessage(), e);
        }
        stored.stream().filter(request -> !seen.contains(request)).forEach(received::add);
        seen = Set.copyOf(stored);
    }

    @Override
    public void ping() {
        // it has no separate connection
    }

    @Override
    public void close() {
        closed.countDown();
    }
}

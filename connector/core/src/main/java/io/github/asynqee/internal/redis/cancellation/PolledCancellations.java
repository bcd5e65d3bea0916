package io.github.asynqee.internal.redis.cancellation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.broker.watch.CancellationSubscription;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.Protocol.Command;

/**
 * Requests to cancel tasks behind a proxy that passes on no published messages: a sorted set of task IDs by the time of
 * the request, which each worker reads once a second. Go peers neither write nor read it.
 */
public final class PolledCancellations implements CancellationSubscription {

    static final Duration POLL_INTERVAL = Duration.ofSeconds(1);
    /** Longer than a worker may be without Redis before it has lost its leases. */
    private static final Duration KEPT = Duration.ofMinutes(1);

    private final RedisExecutor executor;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Queue<String> received = new ArrayDeque<>();
    /** Task ID to the time of the request that was received last. */
    private Map<String, String> seen = new HashMap<>();
    private boolean subscribed;

    /** @param executor sends to Redis through a proxy */
    public PolledCancellations(RedisExecutor executor) {
        this.executor = executor;
    }

    /** Stores a request. */
    public static void request(RedisExecutor executor, Instant now, String taskId) {
        executor.send(List.of(
                RedisCommand.command(Command.ZADD).key(GlobalKeys.CANCEL_REQUESTS).arg(now.toEpochMilli()).arg(taskId),
                RedisCommand.command(Command.ZREMRANGEBYSCORE).key(GlobalKeys.CANCEL_REQUESTS).arg("-inf")
                        .arg(now.minus(KEPT).toEpochMilli()),
                RedisCommand.command(Command.EXPIRE).key(GlobalKeys.CANCEL_REQUESTS).arg(KEPT.toSeconds())))
                .forEach(RedisExecutor.Reply::get);
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
    public String next() {
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
        List<?> reply;
        try {
            reply = (List<?>) executor.send(RedisCommand.command(Command.ZRANGE).key(GlobalKeys.CANCEL_REQUESTS).arg(0)
                    .arg(-1).arg("WITHSCORES"));
        } catch (BrokerException e) {
            throw new BrokerUnavailableException("cancellations cannot be polled: " + e.getMessage(), e);
        }
        Map<String, String> present = new HashMap<>();
        for (int i = 0; i < reply.size(); i += 2) {
            String id = Replies.text(reply.get(i));
            String time = Replies.text(reply.get(i + 1));
            present.put(id, time);
            if (!time.equals(seen.get(id))) {
                received.add(id);
            }
        }
        seen = present;
    }

    @Override
    public void ping() {
        // there is no connection of its own
    }

    @Override
    public void close() {
        closed.countDown();
    }
}

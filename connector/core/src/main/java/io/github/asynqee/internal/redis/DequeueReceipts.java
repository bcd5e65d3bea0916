package io.github.asynqee.internal.redis;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.github.asynqee.BrokerException;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Script;

/**
 * What a worker has leased by its last dequeue of each queue, kept in Redis under a private key: if the connection
 * breaks before the answer arrives, the tasks are found again instead of waiting for their lease to expire.
 */
final class DequeueReceipts {

    /** How long a receipt is kept: longer than the leases it names. */
    static final Duration LIFE = Lease.DURATION.multipliedBy(2);

    private final RedisExecutor executor;
    private final Clock clock;
    private final String worker = UUID.randomUUID().toString();
    private final AtomicLong lastName = new AtomicLong();
    /** Per queue the last dequeue that got no answer. */
    private final Map<String, Receipt> unanswered = new ConcurrentHashMap<>();

    /**
     * A dequeue.
     *
     * @param name what names it
     * @param expiry the lease expiry it writes, Unix seconds
     */
    record Receipt(String name, long expiry) {}

    DequeueReceipts(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    String key(String queue) {
        return QueueKeys.of(queue).prefix() + "receipt:" + worker;
    }

    /** A dequeue that is about to be sent. */
    Receipt next(long expiry) {
        return new Receipt(Long.toString(lastName.incrementAndGet()), expiry);
    }

    /** A dequeue was sent and got no answer. */
    void unanswered(String queue, Receipt receipt) {
        unanswered.put(queue, receipt);
    }

    /** The tasks of the last dequeue of a queue that got no answer; only one caller gets them. */
    DequeuedTasks recall(QueueKeys keys) {
        DequeueReply found = new DequeueReply(keys.queue());
        Receipt receipt = unanswered.remove(keys.queue());
        if (receipt != null && clock.instant().getEpochSecond() < receipt.expiry()) {
            List<?> reply = sendRecall(keys, receipt);
            for (int i = 0; i < reply.size(); i += 2) {
                found.add(Replies.text(reply.get(i)), Replies.bytes(reply.get(i + 1)), receipt.expiry());
            }
        }
        return found.toDequeued(false);
    }

    private List<?> sendRecall(QueueKeys keys, Receipt receipt) {
        try {
            return Replies
                    .list(executor.send(RedisCommand.script(Script.RECALL).key(key(keys.queue())).key(keys.lease())
                            .arg(receipt.name()).arg(receipt.expiry()).arg(keys.taskPrefix())));
        } catch (BrokerException e) {
            unanswered.putIfAbsent(keys.queue(), receipt);
            throw e;
        }
    }
}

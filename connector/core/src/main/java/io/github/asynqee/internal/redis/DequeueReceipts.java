package io.github.asynqee.internal.redis;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.redis.BrokerException;

/**
 * Receipts of the last dequeue of each queue, kept in Redis under a private key: if the connection breaks before the
 * reply arrives, the next dequeue returns the leased tasks instead of leaving them until their lease expires.
 */
final class DequeueReceipts {

    /** Lifetime of a receipt: longer than the leases it lists. */
    static final Duration LIFE = Lease.DURATION.multipliedBy(2);

    private final RedisExecutor executor;
    private final Clock clock;
    private final String worker = UUID.randomUUID().toString();
    private final AtomicLong lastName = new AtomicLong(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE / 2));
    /** Queue name to its last dequeue without a reply. */
    private final Map<String, Receipt> unanswered = new ConcurrentHashMap<>();

    /**
     * Receipt of a dequeue.
     *
     * @param name the name of the dequeue, which no other has, of any worker
     * @param expiry the lease expiry that it writes, Unix seconds
     */
    record Receipt(String name, long expiry) {}

    DequeueReceipts(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    String key(String queue) {
        return QueueKeys.of(queue).prefix() + "receipt:" + worker;
    }

    /** Creates the receipt of a dequeue that is about to be sent. */
    Receipt next(long expiry) {
        return new Receipt(Long.toString(lastName.incrementAndGet(), Character.MAX_RADIX), expiry);
    }

    /** Records a dequeue whose reply was lost. */
    void unanswered(String queue, Receipt receipt) {
        unanswered.put(queue, receipt);
    }

    /** The tasks of the last dequeue of a queue whose reply was lost; only one caller receives them. */
    DequeuedTasks recall(QueueKeys keys) {
        DequeueReply found = new DequeueReply(keys.queue());
        Receipt receipt = unanswered.remove(keys.queue());
        if (receipt != null && clock.instant().getEpochSecond() < receipt.expiry()) {
            List<?> reply = sendRecall(keys, receipt);
            for (int i = 0; i < reply.size(); i += 2) {
                found.add(Replies.text(reply.get(i)), Replies.bytes(reply.get(i + 1)), receipt.expiry(),
                        receipt.name());
            }
        }
        return found.toDequeued(false);
    }

    private List<?> sendRecall(QueueKeys keys, Receipt receipt) {
        try {
            return Replies
                    .list(executor
                            .send(RedisCommand.script(EngineScript.RECALL).key(key(keys.queue())).key(keys.lease())
                                    .arg(receipt.name()).arg(receipt.expiry()).arg(keys.taskPrefix())));
        } catch (BrokerException e) {
            unanswered.putIfAbsent(keys.queue(), receipt);
            throw e;
        }
    }
}

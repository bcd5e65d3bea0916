package io.github.asynqee.broker;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

import io.github.asynqee.protocol.QueueKeys;

/**
 * What a worker has leased by its last dequeue of each queue, kept in Redis under a private key: if the connection
 * breaks before the answer arrives, the tasks are found again instead of waiting for their lease to expire.
 */
final class Receipts {

    /** How long a receipt is kept: longer than the leases it names. */
    static final Duration LIFE = Lease.DURATION.multipliedBy(2);

    private final RedisCalls calls;
    private final Clock clock;
    private final String worker = UUID.randomUUID().toString();
    private final AtomicLong lastName = new AtomicLong();
    private final Map<String, Unanswered> unanswered = new ConcurrentHashMap<>();

    /**
     * A dequeue without an answer so far.
     *
     * @param name what names it
     * @param expiry the lease expiry it writes, Unix seconds
     */
    private record Unanswered(String name, long expiry) {}

    Receipts(RedisCalls calls, Clock clock) {
        this.calls = calls;
        this.clock = clock;
    }

    String key(String queue) {
        return QueueKeys.of(queue).prefix() + "receipt:" + worker;
    }

    /** A dequeue is about to be sent; returns what names it. */
    String begin(String queue, long expiry) {
        String name = Long.toString(lastName.incrementAndGet());
        unanswered.put(queue, new Unanswered(name, expiry));
        return name;
    }

    void answered(String queue) {
        unanswered.remove(queue);
    }

    /** The tasks of the last dequeue of a queue, if that had no answer. */
    DequeuedTasks recall(QueueKeys keys) {
        FoundTasks found = new FoundTasks(keys.queue());
        Unanswered lost = unanswered.get(keys.queue());
        if (lost != null && clock.instant().getEpochSecond() < lost.expiry()) {
            List<?> reply = Replies.list(calls.send(RedisCall.script(Script.RECALL).key(key(keys.queue()))
                    .key(keys.lease()).arg(lost.name()).arg(lost.expiry()).arg(keys.taskPrefix())));
            for (int i = 0; i < reply.size(); i += 2) {
                found.add(Replies.text(reply.get(i)), Replies.bytes(reply.get(i + 1)), lost.expiry());
            }
        }
        answered(keys.queue());
        return found.toDequeued(false);
    }
}

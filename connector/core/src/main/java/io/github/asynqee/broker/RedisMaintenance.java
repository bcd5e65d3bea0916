package io.github.asynqee.broker;

import java.time.Clock;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.broker.RedisCalls.Reply;
import io.github.asynqee.protocol.QueueKeys;

/** {@link Maintenance} on Redis. */
final class RedisMaintenance implements Maintenance {

    private static final int MAX_EXPIRED = 1_000;

    private final RedisCalls calls;
    private final Clock clock;

    RedisMaintenance(RedisCalls calls, Clock clock) {
        this.calls = calls;
        this.clock = clock;
    }

    @Override
    public int forward(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        Instant now = clock.instant();
        int due = 0;
        List<RedisCall> both = List.of(forwarding(keys, keys.scheduled(), now), forwarding(keys, keys.retry(), now));
        for (Reply reply : calls.send(both)) {
            due += (int) Replies.number(reply.get());
        }
        return due;
    }

    private static RedisCall forwarding(QueueKeys keys, String from, Instant now) {
        return RedisCall.script(Script.FORWARD).key(from).key(keys.pending()).key(keys.groups())
                .arg(Times.seconds(now)).arg(Times.nanos(now)).arg(keys.taskPrefix()).arg(keys.groupPrefix())
                .arg(BATCH);
    }

    @Override
    public ExpiredLeases expiredLeases(String queue, Instant cutoff) {
        QueueKeys keys = QueueKeys.of(queue);
        List<?> reply = Replies.list(calls.send(RedisCall.script(Script.EXPIRED_LEASES).key(keys.lease())
                .arg(Times.seconds(cutoff)).arg(keys.taskPrefix()).arg(MAX_EXPIRED)));
        FoundTasks found = new FoundTasks(queue);
        for (int i = 0; i < reply.size(); i += 3) {
            long score = (long) Double.parseDouble(Replies.text(reply.get(i + 1)));
            found.add(Replies.text(reply.get(i)), Replies.bytes(reply.get(i + 2)), score);
        }
        return found.toExpired();
    }

    @Override
    public int deleteExpiredCompleted(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        return (int) Replies.number(calls.send(RedisCall.script(Script.DELETE_EXPIRED_COMPLETED).key(keys.completed())
                .arg(Times.seconds(clock.instant())).arg(keys.taskPrefix()).arg(BATCH)));
    }
}

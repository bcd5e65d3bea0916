package io.github.asynqee.broker;

import java.time.Clock;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.broker.RedisCalls.Reply;
import io.github.asynqee.protocol.QueueKeys;

/** {@link Maintenance} on Redis. */
final class RedisMaintenance implements Maintenance {

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
    public LeaseRepairs repairLeases(String queue, Instant cutoff) {
        QueueKeys keys = QueueKeys.of(queue);
        LeaseRepairs all = new LeaseRepairs(0, 0, 0);
        boolean more;
        int passed = 0;
        do {
            List<?> reply = Replies.list(calls.send(repairing(keys, cutoff, passed)));
            LeaseRepairs repairs = new LeaseRepairs(number(reply, 0), number(reply, 1), number(reply, 2));
            all = all.plus(repairs);
            int expired = number(reply, 3);
            int active = number(reply, 4);
            passed += active;
            more = active == MAX_EXPIRED || expired == MAX_EXPIRED && !repairs.isNone();
        } while (more);
        return all;
    }

    private RedisCall repairing(QueueKeys keys, Instant cutoff, int passed) {
        Instant now = clock.instant();
        return RedisCall.script(Script.REPAIR_LEASES).key(keys.active()).key(keys.lease()).key(keys.pending())
                .arg(Times.seconds(cutoff)).arg(Times.nanos(now)).arg(Times.seconds(now.plus(Lease.DURATION)))
                .arg(keys.taskPrefix()).arg(MAX_EXPIRED).arg(passed);
    }

    private static int number(List<?> reply, int index) {
        return (int) Replies.number(reply.get(index));
    }

    @Override
    public int deleteExpiredCompleted(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        return (int) Replies.number(calls.send(RedisCall.script(Script.DELETE_EXPIRED_COMPLETED).key(keys.completed())
                .arg(Times.seconds(clock.instant())).arg(keys.taskPrefix()).arg(BATCH)));
    }
}

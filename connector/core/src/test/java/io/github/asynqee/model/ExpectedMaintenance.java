package io.github.asynqee.model;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import io.github.asynqee.broker.Maintenance.Forwarded;
import io.github.asynqee.broker.Maintenance.LeaseRepairs;

/** What the periodic operations are expected to do: what Go does, and the declared differences. */
final class ExpectedMaintenance {

    private final AsynqModel go;
    private final Differences differences;

    ExpectedMaintenance(AsynqModel go, Differences differences) {
        this.go = go;
        this.differences = differences;
    }

    /** One batch of scheduled and one of failed tasks; tells how many were due and when the next is. */
    Forwarded forward(String queue) {
        Names names = Names.of(queue);
        int scheduled = forward(names, names.scheduled());
        boolean more = !go.space.zrangeUpTo(names.scheduled(), go.clock.seconds()).isEmpty();
        int failed = forward(names, names.retry());
        if (more && failed > 0) {
            differences.met(Difference.FORWARD_ALTERNATES);
        }
        Instant next = Stream.of(names.scheduled(), names.retry())
                .flatMap(from -> go.space.zrange(from).stream().limit(1).map(id -> go.space.zscore(from, id)))
                .min(Double::compare).map(score -> Instant.ofEpochSecond(score.longValue())).orElse(null);
        return new Forwarded(scheduled + failed, next);
    }

    private int forward(Names names, String from) {
        List<String> moved = go.maintenance.forward(names, from);
        for (String id : moved) {
            String task = names.task(id);
            if (go.space.hget(task, "msg") == null) {
                differences.met(Difference.NOTHING_TO_FORWARD);
                go.space.lrem(names.pending(), id);
                go.space.del(task);
            } else if (go.space.hget(task, "state").equals("aggregating")) {
                differences.met(Difference.FORWARDED_GROUP_IS_LISTED);
                go.space.sadd(names.groups(), go.space.hget(task, "group"));
            }
        }
        return moved.size();
    }

    /** The IDs of expired leases, earliest first. */
    List<String> expired(String queue, long cutoff) {
        return go.space.zrangeUpTo(Names.of(queue).lease(), cutoff);
    }

    /** Brings expired leases and active tasks into agreement. */
    LeaseRepairs repair(String queue, long cutoff) {
        Names names = Names.of(queue);
        int putBack = 0;
        int leased = 0;
        int dropped = 0;
        for (String id : expired(queue, cutoff)) {
            boolean active = go.space.lrange(names.active()).contains(id);
            boolean exists = go.space.hget(names.task(id), "msg") != null;
            if (active && exists) {
                continue;
            }
            differences.met(Difference.LEASE_REPAIRED);
            go.space.zrem(names.lease(), id);
            if (exists && go.space.hget(names.task(id), "state").equals("active")) {
                putBack++;
                go.space.rpush(names.pending(), id);
                go.space.hset(names.task(id), "state", "pending");
                go.space.hset(names.task(id), "pending_since", Long.toString(go.clock.nanos()));
            } else {
                dropped++;
                drop(names, id, exists);
            }
        }
        for (String id : go.space.lrange(names.active())) {
            if (go.space.zscore(names.lease(), id) != null) {
                continue;
            }
            differences.met(Difference.LEASE_GIVEN);
            if (go.space.hget(names.task(id), "msg") == null) {
                dropped++;
                drop(names, id, false);
            } else {
                leased++;
                go.space.zadd(names.lease(), go.working.leaseExpiry(), id);
            }
        }
        return new LeaseRepairs(putBack, leased, dropped);
    }

    /** Takes out an ID that cannot run here; its hash too, unless it is a task that stands elsewhere. */
    private void drop(Names names, String id, boolean exists) {
        if (!exists) {
            go.space.lrem(names.active(), id);
            go.space.del(names.task(id));
        }
    }

    int deleteExpiredCompleted(String queue) {
        return go.maintenance.deleteExpiredCompleted(queue, GoMaintenance.BATCH);
    }
}

package io.github.asynqee.model;

import java.util.List;
import java.util.Objects;

/** Go asynq's periodic operations on queues (protocol section 5.3). */
final class GoMaintenance {

    static final int BATCH = 100;

    private final Space space;
    private final ModelClock clock;

    GoMaintenance(Space space, ModelClock clock) {
        this.space = space;
        this.clock = clock;
    }

    /** One batch out of {@code scheduled} or {@code retry}; returns the IDs moved. */
    List<String> forward(Names names, String from) {
        List<String> due = space.zrangeUpTo(from, clock.seconds()).stream().limit(BATCH).toList();
        for (String id : due) {
            String task = names.task(id);
            String group = space.hget(task, "group");
            if (group != null && !group.isEmpty()) {
                space.zadd(names.group(group), clock.seconds(), id);
                space.zrem(from, id);
                space.hset(task, "state", "aggregating");
            } else {
                space.lpush(names.pending(), id);
                space.zrem(from, id);
                space.hset(task, "state", "pending");
                space.hset(task, "pending_since", Long.toString(clock.nanos()));
            }
        }
        return due;
    }

    /** The messages of tasks whose lease has expired. */
    List<String> expiredLeases(String queue, long cutoff) {
        Names names = Names.of(queue);
        return space.zrangeUpTo(names.lease(), cutoff).stream().map(id -> space.hget(names.task(id), "msg"))
                .filter(Objects::nonNull).toList();
    }

    /** One batch; returns how many were deleted. */
    int deleteExpiredCompleted(String queue, int batch) {
        Names names = Names.of(queue);
        List<String> due = space.zrangeUpTo(names.completed(), clock.seconds()).stream().limit(batch).toList();
        for (String id : due) {
            space.del(names.task(id));
            space.zrem(names.completed(), id);
        }
        return due.size();
    }
}

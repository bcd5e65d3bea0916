package io.github.asynqee.model;

import io.github.asynqee.protocol.wire.TaskMessage;

/** Go asynq's operations of a producer (protocol section 5.1). */
final class GoProducing {

    /** Reply of a producer's script. */
    enum Reply {
        STORED, ID_CONFLICT, DUPLICATE
    }

    private final Space space;
    private final ModelClock clock;

    GoProducing(Space space, ModelClock clock) {
        this.space = space;
        this.clock = clock;
    }

    Reply enqueue(TaskMessage message) {
        return register(message) ? insertPending(message) : Reply.ID_CONFLICT;
    }

    Reply enqueueUnique(TaskMessage message, long ttl) {
        boolean free = register(message);
        if (!lock(message, ttl)) {
            return Reply.DUPLICATE;
        }
        return free ? namingLock(message, insertPending(message)) : Reply.ID_CONFLICT;
    }

    Reply schedule(TaskMessage message, long processAt) {
        return register(message) ? insertScheduled(message, processAt) : Reply.ID_CONFLICT;
    }

    Reply scheduleUnique(TaskMessage message, long ttl, long processAt) {
        boolean free = register(message);
        if (!lock(message, ttl)) {
            return Reply.DUPLICATE;
        }
        return free ? namingLock(message, insertScheduled(message, processAt)) : Reply.ID_CONFLICT;
    }

    Reply addToGroup(TaskMessage message) {
        return register(message) ? insertInGroup(message) : Reply.ID_CONFLICT;
    }

    Reply addToGroupUnique(TaskMessage message, long ttl) {
        boolean free = register(message);
        if (!lock(message, ttl)) {
            return Reply.DUPLICATE;
        }
        return free ? insertInGroup(message) : Reply.ID_CONFLICT;
    }

    /** Makes the queue known; tells whether the ID is free. */
    private boolean register(TaskMessage message) {
        space.sadd(Names.QUEUES, Raw.of(message.getQueue()));
        return !space.exists(hash(message));
    }

    private boolean lock(TaskMessage message, long ttl) {
        String lock = Raw.of(message.getUniqueKey());
        if (space.exists(lock)) {
            return false;
        }
        space.set(lock, id(message));
        space.expire(lock, clock.in(ttl));
        return true;
    }

    private Reply namingLock(TaskMessage message, Reply reply) {
        space.hset(hash(message), "unique_key", Raw.of(message.getUniqueKey()));
        return reply;
    }

    private Reply insertPending(TaskMessage message) {
        write(message, "pending");
        space.hset(hash(message), "pending_since", Long.toString(clock.nanos()));
        space.lpush(names(message).pending(), id(message));
        return Reply.STORED;
    }

    private Reply insertScheduled(TaskMessage message, long processAt) {
        write(message, "scheduled");
        space.zadd(names(message).scheduled(), processAt, id(message));
        return Reply.STORED;
    }

    private Reply insertInGroup(TaskMessage message) {
        String group = Raw.of(message.getGroupKey());
        write(message, "aggregating");
        space.hset(hash(message), "group", group);
        space.zadd(names(message).group(group), clock.seconds(), id(message));
        space.sadd(names(message).groups(), group);
        return Reply.STORED;
    }

    private void write(TaskMessage message, String state) {
        space.hset(hash(message), "msg", Raw.of(message.toByteArray()));
        space.hset(hash(message), "state", state);
    }

    private static Names names(TaskMessage message) {
        return Names.of(message.getQueue());
    }

    private static String id(TaskMessage message) {
        return Raw.of(message.getId());
    }

    private static String hash(TaskMessage message) {
        return names(message).task(id(message));
    }
}

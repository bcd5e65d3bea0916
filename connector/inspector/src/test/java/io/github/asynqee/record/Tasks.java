package io.github.asynqee.record;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.Leases;

/** Reads a task from a recorded key space. */
final class Tasks {

    private Tasks() {}

    /** The lease of a task's worker, if any, from its score in Redis. */
    static Lease lease(Step step, TaskMessage message) {
        Double score = step.before().zscore(Names.of(message.queue()).lease(), Raw.of(message.id()));
        return Leases.of(message, score == null ? step.clock().plus(Lease.DURATION).getEpochSecond()
                : score.longValue());
    }

    /** Whether the message stored under an ID is usable as a task of that ID and queue. */
    static boolean isUsable(String queue, String rawId, String rawMessage) {
        try {
            TaskMessage message = TaskMessage.parse(Raw.bytes(rawMessage));
            return message.id().equals(Raw.text(rawId)) && message.queue().equals(queue)
                    && !message.type().isBlank();
        } catch (UndecodableMessageException e) {
            return false;
        }
    }

    /** Deletes the lock named in a task's hash if that task holds it. */
    static boolean unlock(Space space, Names names, String rawId, Space hashes) {
        String lock = hashes.hget(names.task(rawId), "unique_key");
        return lock != null && rawId.equals(space.get(lock)) && space.del(lock);
    }

    /** Go leaves the hashes and locks of archived tasks that the inspector trims; here they are deleted. */
    static void discardTrimmed(Expected expected, Names names) {
        for (String id : expected.before().zrange(names.archived())) {
            if (expected.after().zscore(names.archived(), id) == null) {
                expected.meet(Difference.TRIMMED_TASKS_DELETED);
                unlock(expected.after(), names, id, expected.before());
                expected.after().del(names.task(id));
            }
        }
    }
}

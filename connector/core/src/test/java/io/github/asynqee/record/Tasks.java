package io.github.asynqee.record;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.Leases;

/** What a recorded key space says about a task. */
final class Tasks {

    private Tasks() {}

    /** The lease a worker of a task has, if anybody has: by the score that stands in Redis. */
    static Lease lease(Step step, TaskMessage message) {
        Double score = step.before().zscore(Names.of(message.queue()).lease(), Raw.of(message.id()));
        return Leases.of(message, score == null ? step.clock().plus(Lease.DURATION).getEpochSecond()
                : score.longValue());
    }

    /** Whether a message found under an ID can be used, as a task of that ID and queue. */
    static boolean isUsable(String queue, String rawId, String rawMessage) {
        try {
            TaskMessage message = TaskMessage.parse(Raw.bytes(rawMessage));
            return message.id().equals(Raw.text(rawId)) && message.queue().equals(queue)
                    && !message.type().isBlank();
        } catch (UndecodableMessageException e) {
            return false;
        }
    }

    /** A lock named by a task's hash is deleted, if it is that task's. */
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

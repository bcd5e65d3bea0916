package io.github.asynqee.model;

import com.google.protobuf.InvalidProtocolBufferException;
import io.github.asynqee.broker.NewTask;
import io.github.asynqee.broker.NewTask.Placement;
import io.github.asynqee.model.GoProducing.Reply;
import io.github.asynqee.protocol.wire.TaskMessage;

/** What storing a task is expected to do: what Go does, and the declared differences. */
final class ExpectedProducing {

    private final AsynqModel go;
    private final Differences differences;

    ExpectedProducing(AsynqModel go, Differences differences) {
        this.go = go;
        this.differences = differences;
    }

    Reply store(NewTask task) {
        TaskMessage message = wire(task);
        if (task.lockFor() == null) {
            return storePlain(message, task.placement());
        }
        Reply reply = storeUnique(message, task.placement(), task.lockFor().getSeconds());
        if (reply == Reply.ID_CONFLICT) {
            differences.met(Difference.LOCK_GIVEN_BACK);
            go.space.del(Raw.of(message.getUniqueKey()));
        } else if (reply == Reply.STORED && task.placement() instanceof Placement.InGroup) {
            differences.met(Difference.GROUPED_TASK_NAMES_ITS_LOCK);
            go.space.hset(Names.of(message.getQueue()).task(Raw.of(message.getId())), "unique_key",
                    Raw.of(message.getUniqueKey()));
        }
        return reply;
    }

    private Reply storePlain(TaskMessage message, Placement placement) {
        if (placement instanceof Placement.Scheduled later) {
            return go.producing.schedule(message, later.at().getEpochSecond());
        }
        return placement instanceof Placement.InGroup ? go.producing.addToGroup(message)
                : go.producing.enqueue(message);
    }

    private Reply storeUnique(TaskMessage message, Placement placement, long ttl) {
        if (placement instanceof Placement.Scheduled later) {
            return go.producing.scheduleUnique(message, ttl, later.at().getEpochSecond());
        }
        return placement instanceof Placement.InGroup ? go.producing.addToGroupUnique(message, ttl)
                : go.producing.enqueueUnique(message, ttl);
    }

    static TaskMessage wire(NewTask task) {
        try {
            return TaskMessage.parseFrom(task.message().toBytes());
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }
}

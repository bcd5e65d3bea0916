package io.github.asynqee.record;

import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.protocol.TaskMessage;

/** Storing a new task, in all placements, unique or not. */
final class Producing implements Operation {

    static final Map<String, Producing> ALL = Map.of("Enqueue", new Producing(), "EnqueueUnique", new Producing(),
            "Schedule", new Producing(), "ScheduleUnique", new Producing(), "AddToGroup", new Producing(),
            "AddToGroupUnique", new Producing());

    @Override
    public void expect(Expected expected) {
        Step step = expected.step();
        TaskMessage message = step.message();
        String lock = Raw.of(message.uniqueKey());
        if (step.failedWith("invalid expire time")) {
            expected.meet(Difference.LOCK_LIVES_A_SECOND);
            expected.after(step.before());
            expected.answer("refused");
        } else if (isUnique(step) && lock.isEmpty()) {
            expected.meet(Difference.MESSAGE_NAMES_LOCK_AND_GROUP);
            expected.after(step.before());
            expected.answer("refused");
        } else if (step.failedWith("task already exists")) {
            expected.answer("duplicate");
        } else if (step.failedWith("task id conflicts")) {
            expected.answer("ID taken");
            if (isUnique(step)) {
                expected.meet(Difference.LOCK_RELEASED);
                expected.after().del(lock);
            }
        } else {
            expected.answer("stored" + step.error());
            if (step.op().equals("AddToGroupUnique")) {
                expected.meet(Difference.GROUPED_TASK_NAMES_ITS_LOCK);
                expected.after().hset(Names.of(message.queue()).task(Raw.of(message.id())), "unique_key", lock);
            }
            if (step.op().startsWith("AddToGroup") && !step.text("group").equals(message.group())) {
                expected.meet(Difference.MESSAGE_NAMES_LOCK_AND_GROUP);
                expectGroup(expected.after(), Names.of(message.queue()), message, Raw.of(step.text("group")));
            }
        }
    }

    /** The task is in the group of its message. */
    private static void expectGroup(Space after, Names names, TaskMessage message, String recorded) {
        String id = Raw.of(message.id());
        String group = Raw.of(message.group());
        after.zadd(names.group(group), after.zscore(names.group(recorded), id), id);
        after.zrem(names.group(recorded), id);
        after.sadd(names.groups(), group);
        after.srem(names.groups(), recorded);
        after.hset(names.task(id), "group", group);
    }

    private static boolean isUnique(Step step) {
        return step.op().endsWith("Unique");
    }

    @Override
    public String perform(Step step, Peer peer) {
        TaskMessage message = step.message();
        NewTask task;
        try {
            task = new NewTask(message, placement(step), isUnique(step) ? step.duration("ttl_seconds") : null);
        } catch (IllegalArgumentException e) {
            return "refused";
        }
        boolean queueKnown = step.args().path("queue_known").asBoolean();
        StoreResult result = peer.producer(message.queue(), queueKnown).producerCommands().store(List.of(task)).get(0);
        return result instanceof StoreResult.Stored ? "stored"
                : result instanceof StoreResult.Duplicate ? "duplicate"
                        : result instanceof StoreResult.IdTaken ? "ID taken" : result.toString();
    }

    private static Placement placement(Step step) {
        return step.op().startsWith("AddToGroup") ? new Placement.InGroup()
                : step.op().startsWith("Schedule") ? new Placement.Scheduled(step.time("process_at_unix"))
                        : new Placement.Pending();
    }
}

package io.github.asynqee.record;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.protocol.wire.TaskMessage;

/** A worker settles a task. */
final class Settling implements Operation {

    static final Map<String, Settling> ALL = Map.of("Done", new Settling(), "MarkAsComplete", new Settling(), "Retry",
            new Settling(), "Archive", new Settling(), "Requeue", new Settling());

    static final String SETTLED = "settled";
    private static final String LOST = "lost";

    @Override
    public void expect(Expected expected) {
        Step step = expected.step();
        TaskMessage task = task(step);
        Names names = Names.of(task.getQueue());
        String id = Raw.of(task.getId());
        boolean active = expected.before().lrange(names.active()).contains(id);
        boolean leased = expected.before().zscore(names.lease(), id) != null;
        if (step.error().isEmpty()) {
            expected.answer(SETTLED);
            expectSettled(expected, task, names, id);
        } else if (step.failedWith("NOT FOUND")) {
            expected.answer(LOST);
            if (active && !leased) {
                expected.meet(Difference.ALL_OR_NOTHING);
                expected.after(expected.before());
            }
        } else if (step.failedWith("invalid UTF-8")) {
            expected.meet(Difference.ERROR_TEXT_REPAIRED);
            finish(expected, task, active && leased);
        } else if (step.failedWith("ERR INTERNAL")) {
            expected.meet(Difference.COMPLETED_ALREADY);
            finish(expected, task, true);
        } else {
            // a broken counter is detected when it is incremented
            finish(expected, task, active && leased);
        }
    }

    /** Go did not finish; here the outcome is written if the worker owns the task. */
    private static void finish(Expected expected, TaskMessage task, boolean owned) {
        Step step = expected.step();
        expected.after(expected.before());
        expected.answer(owned ? SETTLED : LOST);
        if (!owned) {
            return;
        }
        Settled settled = new Settled(expected);
        switch (step.op()) {
            case "Done" -> settled.done(task);
            case "MarkAsComplete" -> settled.complete(retained(task));
            case "Retry" -> settled.retry(task, step.number("process_at_unix"), step.text("error"),
                    step.args().get("is_failure").asBoolean());
            case "Archive" -> settled.archive(task, step.text("error"));
            default -> throw new AssertionError("Go finishes every " + step.op());
        }
    }

    private static void expectSettled(Expected expected, TaskMessage task, Names names, String id) {
        Space after = expected.after();
        String message = after.hget(names.task(id), "msg");
        if (message != null && !task.getUnknownFields().asMap().isEmpty()) {
            expected.meet(Difference.UNKNOWN_FIELDS_KEPT);
            after.hset(names.task(id), "msg", Raw.of(Settled.parse(Raw.bytes(message)).toBuilder()
                    .setUnknownFields(task.getUnknownFields()).build().toByteArray()));
        }
        switch (expected.step().op()) {
            case "Requeue" -> {
                expected.meet(Difference.WAITS_FROM_NOW);
                after.hset(names.task(id), "pending_since", Names.nanos(expected.step().clock()));
            }
            case "MarkAsComplete" -> {
                if (task.getRetention() <= 0) {
                    after.hset(names.task(id), "msg", Raw.of(retained(Settled.parse(Raw.bytes(message)))
                            .toByteArray()));
                    after.zadd(names.completed(), expected.step().clock().getEpochSecond() + 1, id);
                } else if (after.zscore(names.completed(), id) < 0) {
                    expected.meet(Difference.RETENTION_WITHOUT_END);
                    after.zadd(names.completed(), Long.MAX_VALUE, id);
                }
            }
            case "Archive" -> expectTrimmed(expected, names);
            default -> {
                // as recorded
            }
        }
    }

    private static void expectTrimmed(Expected expected, Names names) {
        Space after = expected.after();
        for (String old : expected.before().zrange(names.archived())) {
            if (after.zscore(names.archived(), old) == null
                    && Tasks.unlock(after, names, old, expected.before())) {
                expected.meet(Difference.TRIMMED_TASKS_UNLOCK);
            }
        }
    }

    private static TaskMessage task(Step step) {
        return Settled.parse(step.bytes("msg"));
    }

    /** A task is kept only if its message has a retention of at least a second. */
    private static TaskMessage retained(TaskMessage task) {
        return task.getRetention() > 0 ? task : task.toBuilder().setRetention(1).build();
    }

    @Override
    public String perform(Step step, Peer peer) {
        io.github.asynqee.internal.protocol.TaskMessage message = step.op().equals("MarkAsComplete")
                ? parsed(retained(task(step))) : step.message();
        Settlement.Result result = peer.broker().workerCommands()
                .write(List.of(new Settlement(Tasks.lease(step, message), outcome(step)))).get(0);
        return result instanceof Settlement.Result.Settled ? SETTLED
                : result instanceof Settlement.Result.Lost ? LOST : result.toString();
    }

    private static io.github.asynqee.internal.protocol.TaskMessage parsed(TaskMessage task) {
        try {
            return io.github.asynqee.internal.protocol.TaskMessage.parse(task.toByteArray());
        } catch (UndecodableMessageException e) {
            throw new AssertionError(e);
        }
    }

    static Outcome outcome(Step step) {
        return switch (step.op()) {
            // deletes the task even if its message has a retention
            case "Done" -> new Outcome.Revoke();
            case "MarkAsComplete" -> new Outcome.Done();
            case "Retry" -> new Outcome.Retry(step.time("process_at_unix"), error(step),
                    step.args().get("is_failure").asBoolean());
            case "Archive" -> new Outcome.Archive(error(step));
            default -> new Outcome.Requeue();
        };
    }

    /** Invalid UTF-8 has no equivalent in Java; it is replaced by an unpaired surrogate. */
    private static String error(Step step) {
        String text = step.text("error");
        boolean valid = Arrays.equals(text.getBytes(StandardCharsets.UTF_8), step.bytes("error"));
        return valid ? text : text.replace('\uFFFD', '\uD800');
    }
}

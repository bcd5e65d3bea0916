package io.github.asynqee.record;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;

/**
 * Changes of all tasks of a state or group by the inspector.
 *
 * @param kind the action
 * @param state the state; {@link TaskState#AGGREGATING} for a group
 */
record ChangingAll(Kind kind, TaskState state) implements Operation {

    enum Kind {
        RUN, ARCHIVE, DELETE
    }

    static final Map<String, Operation> ALL = new HashMap<>();

    static {
        for (Kind kind : Kind.values()) {
            for (TaskState state : TaskState.values()) {
                ALL.put(word(kind.name()) + "All" + word(state.name()) + "Tasks", new ChangingAll(kind, state));
            }
        }
    }

    private static String word(String name) {
        return name.charAt(0) + name.substring(1).toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public void expect(Expected expected) {
        Step step = expected.step();
        expected.answer(step.error().isEmpty() ? step.result().asText() : Answers.ofGo(step.error()));
        if (Inspecting.refusesBlankQueue(expected) || !step.error().isEmpty()) {
            return;
        }
        Names names = Names.of(step.text("queue"));
        for (String id : members(expected.before(), step, names)) {
            expectChanged(expected, names, id);
        }
        if (kind == Kind.ARCHIVE) {
            Tasks.discardTrimmed(expected, names);
        }
    }

    private List<String> members(Space space, Step step, Names names) {
        return switch (state) {
            case PENDING -> space.lrange(names.pending());
            case SCHEDULED -> space.zrange(names.scheduled());
            case RETRY -> space.zrange(names.retry());
            case ARCHIVED -> space.zrange(names.archived());
            case COMPLETED -> space.zrange(names.completed());
            case AGGREGATING -> space.zrange(names.group(Raw.of(step.text("group"))));
            case ACTIVE -> throw new AssertionError("there is no such operation");
        };
    }

    private void expectChanged(Expected expected, Names names, String id) {
        Space after = expected.after();
        String hash = names.task(id);
        switch (kind) {
            case RUN -> {
                if (expected.before().hget(hash, "msg") == null) {
                    expected.meet(Difference.LOST_TASK_DROPPED);
                    after.lrem(names.pending(), id);
                    after.del(hash);
                } else {
                    expected.meet(Difference.RUN_STARTS_LATENCY);
                    after.hset(hash, "pending_since", Names.nanos(expected.step().clock()));
                }
            }
            case ARCHIVE -> {
                if (!expected.before().exists(hash)) {
                    expected.meet(Difference.LOST_TASK_DROPPED);
                    after.zrem(names.archived(), id);
                    after.del(hash);
                }
            }
            case DELETE -> {
                if (Tasks.unlock(after, names, id, expected.before())) {
                    expected.meet(Difference.BULK_DELETION_UNLOCKS);
                }
            }
        }
    }

    @Override
    public String perform(Step step, Peer peer) {
        Inspector inspector = peer.inspector();
        String queue = step.text("queue");
        if (state == TaskState.AGGREGATING) {
            String group = step.text("group");
            return Answers.of(() -> switch (kind) {
                case RUN -> inspector.bulk().runGroup(queue, group);
                case ARCHIVE -> inspector.bulk().archiveGroup(queue, group);
                case DELETE -> inspector.bulk().deleteGroup(queue, group);
            });
        }
        return Answers.of(() -> switch (kind) {
            case RUN -> inspector.bulk().runAll(queue, state);
            case ARCHIVE -> inspector.bulk().archiveAll(queue, state);
            case DELETE -> inspector.bulk().deleteAll(queue, state);
        });
    }
}

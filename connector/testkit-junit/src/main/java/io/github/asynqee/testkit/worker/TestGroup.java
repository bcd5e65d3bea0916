package io.github.asynqee.testkit.worker;

import java.util.List;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.internal.delivery.TaskGroup;
import io.github.asynqee.testkit.payload.TestPayloads;

/** A group of tasks, as passed to a handler. */
public final class TestGroup {

    private final TaskGroup group;
    private final TestPayloads payloads;

    TestGroup(TaskGroup group, TestPayloads payloads) {
        this.group = group;
        this.payloads = payloads;
    }

    /** @return the group's name */
    public String group() {
        return group.group();
    }

    /** @return the queue of the tasks */
    public String queue() {
        return group.queue();
    }

    /** @return the tasks, oldest first; at least one */
    public List<TaskInfo> members() {
        return group.members().stream().map(member -> member.toInfo(TaskState.ACTIVE, null)).toList();
    }

    /**
     * Decodes the payloads, in the order of the members.
     *
     * @param <T> the type
     * @param type the type, decoded with JSON-B
     * @return the objects
     * @throws IllegalArgumentException if a payload is not JSON of this type
     */
    public <T> List<T> payloads(Class<T> type) {
        return group.members().stream().map(member -> payloads.decode(member.payload(), type)).toList();
    }
}

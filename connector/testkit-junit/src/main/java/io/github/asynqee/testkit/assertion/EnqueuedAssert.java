package io.github.asynqee.testkit.assertion;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.testkit.payload.TestPayloads;

/**
 * Assertions on the tasks of a queue at the time of the call of {@link QueueAssert#hasEnqueued}. Each condition
 * narrows the selection, and fails if no task remains. The failure message lists the conditions so far and all tasks
 * of the queue.
 */
public final class EnqueuedAssert {

    private final String queue;
    private final List<InspectedTask> all;
    private final TestPayloads payloads;
    private final List<String> conditions;
    private final List<InspectedTask> matching;

    EnqueuedAssert(String queue, List<InspectedTask> all, TestPayloads payloads) {
        this(queue, all, payloads, List.of(), all);
    }

    private EnqueuedAssert(String queue, List<InspectedTask> all, TestPayloads payloads, List<String> conditions,
            List<InspectedTask> matching) {
        this.queue = queue;
        this.all = all;
        this.payloads = payloads;
        this.conditions = conditions;
        this.matching = matching;
    }

    private EnqueuedAssert narrowed(String condition, Predicate<InspectedTask> test) {
        List<String> more = new ArrayList<>(conditions);
        more.add(condition);
        return new EnqueuedAssert(queue, all, payloads, more, matching.stream().filter(test).toList());
    }

    /**
     * Selects tasks with a custom condition.
     *
     * @param description the condition in words, for the message: {@code payload for Berlin}
     * @param condition the condition
     * @return the matching tasks
     * @throws AssertionError if no task matches
     */
    public EnqueuedAssert that(String description, Predicate<InspectedTask> condition) {
        EnqueuedAssert narrowed = narrowed(description, condition);
        if (narrowed.matching.isEmpty()) {
            throw narrowed.failure("a task");
        }
        return narrowed;
    }

    void none(String description, Predicate<InspectedTask> condition) {
        EnqueuedAssert narrowed = narrowed(description, condition);
        if (!narrowed.matching.isEmpty()) {
            throw narrowed.failure("no task");
        }
    }

    /**
     * Selects tasks by type.
     *
     * @param type the exact type
     * @return the tasks of this type
     * @throws AssertionError if no task has this type
     */
    public EnqueuedAssert withType(String type) {
        return that("type " + type, task -> task.info().type().equals(type));
    }

    /**
     * Selects the task with an ID.
     *
     * @param id the ID
     * @return the task with this ID
     * @throws AssertionError if no task has this ID
     */
    public EnqueuedAssert withId(String id) {
        return that("ID \"" + id + "\"", task -> task.info().id().equals(id));
    }

    /**
     * Selects tasks by header.
     *
     * @param name the name of the header
     * @param value its value
     * @return the tasks with this header
     * @throws AssertionError if no task has this header
     */
    public EnqueuedAssert withHeader(String name, String value) {
        return that("header " + name + "=" + value, task -> value.equals(task.info().headers().get(name)));
    }

    /**
     * Selects tasks by payload.
     *
     * @param payload {@code byte[]}, text, or an object with the same JSON
     * @return the tasks with this payload
     * @throws AssertionError if no task has this payload
     */
    public EnqueuedAssert withPayload(Object payload) {
        String expected = payload instanceof byte[] bytes ? bytes.length + " bytes" : String.valueOf(payload);
        return that("payload " + expected, task -> payloads.isEqual(task.info().payload(), payload));
    }

    /**
     * Selects tasks by state.
     *
     * @param state the state
     * @return the tasks in this state
     * @throws AssertionError if no task is in this state
     */
    public EnqueuedAssert inState(TaskState state) {
        return that("state " + state.wireName(), task -> task.info().state() == state);
    }

    /**
     * Selects tasks that are due at a time.
     *
     * @param at the time; its fraction of a second is ignored because Redis stores whole seconds
     * @return the tasks whose next run is in this second
     * @throws AssertionError if no task is due then
     */
    public EnqueuedAssert dueAt(Instant at) {
        return that("due at " + Instant.ofEpochSecond(at.getEpochSecond()), task -> {
            Instant next = task.info().nextProcessAt();
            return next != null && next.getEpochSecond() == at.getEpochSecond();
        });
    }

    /**
     * Verifies that exactly one task is selected.
     *
     * @return the task
     * @throws AssertionError if more than one task is selected
     */
    public InspectedTask once() {
        times(1);
        return matching.get(0);
    }

    /**
     * Verifies the number of selected tasks.
     *
     * @param number the expected number
     * @return this
     * @throws AssertionError if the number differs
     */
    public EnqueuedAssert times(int number) {
        if (matching.size() != number) {
            throw failure(number == 1 ? "exactly 1 task" : TaskTexts.count(number));
        }
        return this;
    }

    /** @return the selected tasks */
    public List<InspectedTask> tasks() {
        return List.copyOf(matching);
    }

    private AssertionError failure(String expected) {
        StringBuilder text = new StringBuilder("Expected queue \"").append(queue).append("\" to have ").append(expected)
                .append(" with");
        conditions.forEach(condition -> text.append("\n    ").append(condition));
        if (!matching.isEmpty()) {
            text.append("\nmatching tasks: ").append(matching.size());
        }
        return new AssertionError(text.append('\n').append(TaskTexts.content(all)).toString());
    }
}

package io.github.asynqee.testkit.assertion;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.testkit.payload.TestPayloads;

/**
 * Assertions on tasks of a queue as they were when {@link QueueAssert#hasEnqueued} was called. Each condition leaves
 * those that meet it, too, and fails if none does; the message has the conditions so far, and all tasks of the queue.
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
     * A condition of the caller.
     *
     * @param description what it is about, for the message: {@code payload for Berlin}
     * @param condition the condition
     * @return those that meet it
     * @throws AssertionError if none does
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
     * Of a type.
     *
     * @param type the whole type
     * @return those of this type
     * @throws AssertionError if none is
     */
    public EnqueuedAssert withType(String type) {
        return that("type " + type, task -> task.info().type().equals(type));
    }

    /**
     * With an ID.
     *
     * @param id the ID
     * @return the one with this ID
     * @throws AssertionError if none has it
     */
    public EnqueuedAssert withId(String id) {
        return that("ID \"" + id + "\"", task -> task.info().id().equals(id));
    }

    /**
     * With a header.
     *
     * @param name the name of the header
     * @param value its value
     * @return those that have it
     * @throws AssertionError if none has it
     */
    public EnqueuedAssert withHeader(String name, String value) {
        return that("header " + name + "=" + value, task -> value.equals(task.info().headers().get(name)));
    }

    /**
     * With a payload.
     *
     * @param payload {@code byte[]}, text, or an object that has the same JSON
     * @return those that have it
     * @throws AssertionError if none has it
     */
    public EnqueuedAssert withPayload(Object payload) {
        String expected = payload instanceof byte[] bytes ? bytes.length + " bytes" : String.valueOf(payload);
        return that("payload " + expected, task -> payloads.isEqual(task.info().payload(), payload));
    }

    /**
     * In a state.
     *
     * @param state the state
     * @return those in this state
     * @throws AssertionError if none is
     */
    public EnqueuedAssert inState(TaskState state) {
        return that("state " + state.wireName(), task -> task.info().state() == state);
    }

    /**
     * Due at a time.
     *
     * @param at the time; Redis has whole seconds, so the fraction does not count
     * @return those that run next in this second
     * @throws AssertionError if none does
     */
    public EnqueuedAssert dueAt(Instant at) {
        return that("due at " + Instant.ofEpochSecond(at.getEpochSecond()), task -> {
            Instant next = task.info().nextProcessAt();
            return next != null && next.getEpochSecond() == at.getEpochSecond();
        });
    }

    /**
     * Exactly one task is left.
     *
     * @return the task
     * @throws AssertionError if there are more
     */
    public InspectedTask once() {
        times(1);
        return matching.get(0);
    }

    /**
     * So many tasks are left.
     *
     * @param number the number
     * @return this
     * @throws AssertionError if there are more or fewer
     */
    public EnqueuedAssert times(int number) {
        if (matching.size() != number) {
            throw failure(number == 1 ? "exactly 1 task" : TaskTexts.count(number));
        }
        return this;
    }

    /** @return the tasks that are left */
    public List<InspectedTask> tasks() {
        return List.copyOf(matching);
    }

    private AssertionError failure(String expected) {
        StringBuilder text = new StringBuilder("Expected queue \"").append(queue).append("\" to have ").append(expected)
                .append(" with");
        conditions.forEach(condition -> text.append("\n    ").append(condition));
        if (!matching.isEmpty()) {
            text.append("\nof which it has ").append(matching.size());
        }
        return new AssertionError(text.append('\n').append(TaskTexts.content(all)).toString());
    }
}

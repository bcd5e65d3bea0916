package io.github.asynqee.testkit.assertion;

import java.util.List;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.testkit.payload.TestPayloads;

/** Assertions on the tasks of a queue, of all states. Each reads the queue again. */
public final class QueueAssert {

    private final TestQueue queue;
    private final TestPayloads payloads = new TestPayloads();

    QueueAssert(TestQueue queue) {
        this.queue = queue;
    }

    /**
     * The queue has a task with a payload of this type.
     *
     * @param payload the type: its JSON, decoded and encoded again, is the same
     * @return assertions on these tasks
     * @throws AssertionError if there is none
     */
    public EnqueuedAssert hasEnqueued(Class<?> payload) {
        return all().that("payload " + payload.getSimpleName(), task -> payloads.isA(task.info().payload(), payload));
    }

    /**
     * The queue has a task of this type.
     *
     * @param type the whole type
     * @return assertions on these tasks
     * @throws AssertionError if there is none
     */
    public EnqueuedAssert hasEnqueued(String type) {
        return all().withType(type);
    }

    /**
     * The queue has no task with a payload of this type.
     *
     * @param payload the type
     * @return this
     * @throws AssertionError if there is one
     */
    public QueueAssert hasNotEnqueued(Class<?> payload) {
        all().none("payload " + payload.getSimpleName(), task -> payloads.isA(task.info().payload(), payload));
        return this;
    }

    /**
     * The queue has no task of this type.
     *
     * @param type the whole type
     * @return this
     * @throws AssertionError if there is one
     */
    public QueueAssert hasNotEnqueued(String type) {
        all().none("type " + type, task -> task.info().type().equals(type));
        return this;
    }

    /**
     * The queue has so many tasks.
     *
     * @param tasks the number
     * @return this
     * @throws AssertionError if it has more or fewer
     */
    public QueueAssert hasSize(int tasks) {
        List<InspectedTask> all = queue.tasks();
        if (all.size() != tasks) {
            throw new AssertionError("Expected queue \"" + queue.name() + "\" to have " + TaskTexts.count(tasks)
                    + "\n" + TaskTexts.content(all));
        }
        return this;
    }

    /**
     * The queue has no tasks.
     *
     * @return this
     * @throws AssertionError if it has one
     */
    public QueueAssert isEmpty() {
        return hasSize(0);
    }

    private EnqueuedAssert all() {
        return new EnqueuedAssert(queue.name(), queue.tasks(), payloads);
    }
}

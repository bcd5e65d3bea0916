package io.github.asynqee.testkit.assertion;

import java.util.List;

import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.testkit.payload.TestPayloads;

/** Assertions on the tasks of a queue in all states. Each assertion reads the queue again. */
public final class QueueAssert {

    private final TestQueue queue;
    private final TestPayloads payloads = new TestPayloads();

    QueueAssert(TestQueue queue) {
        this.queue = queue;
    }

    /**
     * Verifies that the queue has a task with a payload of this type.
     *
     * @param payload the type; a payload matches if decoding and encoding it again gives the same JSON
     * @return assertions on these tasks
     * @throws AssertionError if no task matches
     */
    public EnqueuedAssert hasEnqueued(Class<?> payload) {
        return all().that("payload " + payload.getSimpleName(), task -> payloads.isA(task.info().payload(), payload));
    }

    /**
     * Verifies that the queue has a task of this type.
     *
     * @param type the exact type
     * @return assertions on these tasks
     * @throws AssertionError if no task matches
     */
    public EnqueuedAssert hasEnqueued(String type) {
        return all().withType(type);
    }

    /**
     * Verifies that the queue has no task with a payload of this type.
     *
     * @param payload the type
     * @return this
     * @throws AssertionError if a task matches
     */
    public QueueAssert hasNotEnqueued(Class<?> payload) {
        all().none("payload " + payload.getSimpleName(), task -> payloads.isA(task.info().payload(), payload));
        return this;
    }

    /**
     * Verifies that the queue has no task of this type.
     *
     * @param type the exact type
     * @return this
     * @throws AssertionError if a task matches
     */
    public QueueAssert hasNotEnqueued(String type) {
        all().none("type " + type, task -> task.info().type().equals(type));
        return this;
    }

    /**
     * Verifies the number of tasks in the queue.
     *
     * @param tasks the expected number
     * @return this
     * @throws AssertionError if the number differs
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
     * Verifies that the queue has no tasks.
     *
     * @return this
     * @throws AssertionError if the queue has tasks
     */
    public QueueAssert isEmpty() {
        return hasSize(0);
    }

    private EnqueuedAssert all() {
        return new EnqueuedAssert(queue.name(), queue.tasks(), payloads);
    }
}

package io.github.asynqee.testkit.assertion;

import io.github.asynqee.inspect.Inspector;

/**
 * Entrance to the assertions, to be imported statically:
 *
 * <pre>{@code
 * assertThat(queue(inspector, "mails")).hasEnqueued(WelcomeEmail.class).withHeader("campaign", "spring").once();
 * }</pre>
 */
public final class AsynqAssertions {

    private AsynqAssertions() {}

    /**
     * A queue.
     *
     * @param inspector the inspector of its Redis: of the test, or that of the application, injected
     * @param name the name of the queue; of one with shards, that of the queue itself
     * @return the queue
     */
    public static TestQueue queue(Inspector inspector, String name) {
        return new TestQueue(inspector, name);
    }

    /**
     * Assertions on the tasks of a queue, as they are when each assertion is called.
     *
     * @param queue the queue
     * @return the assertions
     */
    public static QueueAssert assertThat(TestQueue queue) {
        return new QueueAssert(queue);
    }
}

package io.github.asynqee.testkit.assertion;

import io.github.asynqee.inspect.Inspector;

/**
 * Entry point of the assertions. Import its methods statically:
 *
 * <pre>{@code
 * assertThat(queue(inspector, "mails")).hasEnqueued(WelcomeEmail.class).withHeader("campaign", "spring").once();
 * }</pre>
 */
public final class AsynqAssertions {

    private AsynqAssertions() {}

    /**
     * Returns a queue to assert on.
     *
     * @param inspector an inspector of the queue's Redis: the test's own, or the application's, injected
     * @param name the name of the queue; for a queue with shards, its logical name
     * @return the queue
     */
    public static TestQueue queue(Inspector inspector, String name) {
        return new TestQueue(inspector, name);
    }

    /**
     * Returns assertions on the tasks of a queue. Each assertion reads the current tasks.
     *
     * @param queue the queue
     * @return the assertions
     */
    public static QueueAssert assertThat(TestQueue queue) {
        return new QueueAssert(queue);
    }
}

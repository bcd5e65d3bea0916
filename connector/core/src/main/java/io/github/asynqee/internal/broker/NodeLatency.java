package io.github.asynqee.internal.broker;

/** Which queues are on nodes of a Cluster that answer late: who serves many queues does not wait for these. */
public interface NodeLatency {

    /**
     * The node of a queue, if it answers late and other queues may be on other nodes.
     *
     * @param queue the queue
     * @return its address; {@code null} if it answers soon
     */
    default String slowNode(String queue) {
        return null;
    }

    /** Whether a queue has a {@link #slowNode}. */
    default boolean isSlow(String queue) {
        return slowNode(queue) != null;
    }
}

package io.github.asynqee.internal.broker;

/**
 * Tells which queues are on slow nodes of a Cluster, so that a caller that serves many queues does not wait for these
 * nodes.
 */
public interface NodeLatency {

    /**
     * The node of a queue, if the node is slow to reply and other queues may be on other nodes.
     *
     * @param queue the queue
     * @return the node's address; {@code null} if the node is not slow
     */
    default String slowNode(String queue) {
        return null;
    }

    /** Whether a queue has a {@link #slowNode}. */
    default boolean isSlow(String queue) {
        return slowNode(queue) != null;
    }
}

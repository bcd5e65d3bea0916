package io.github.asynqee.internal.protocol;

/** Checks queue names (protocol section 1.3, protocol section 6.1). */
public final class QueueName {

    private QueueName() {}

    /** Whether {@link #require} accepts a name. */
    public static boolean isUsable(String name) {
        return !name.isBlank() && !name.startsWith("}");
    }

    /**
     * Checks the name of a queue. The rules of a cluster apply to every Redis, so that an application can move from a
     * single server to a cluster.
     *
     * @param name the queue's name
     * @return the name
     * @throws IllegalArgumentException if it is {@code null} or blank, or begins with <code>}</code>: a cluster would
     *         distribute the keys of a queue with this name over several slots
     */
    public static String require(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("queue name must not be blank");
        }
        if (name.startsWith("}")) {
            throw new IllegalArgumentException("queue name must not begin with \"}\": \"" + name
                    + "\": its keys would be in different slots of a Redis Cluster");
        }
        return name;
    }
}

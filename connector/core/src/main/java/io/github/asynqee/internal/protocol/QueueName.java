package io.github.asynqee.internal.protocol;

/** Which queue names are acceptable (protocol sections 1.3 and 6.1). */
public final class QueueName {

    private QueueName() {}

    /**
     * Checks the name of a queue on any Redis, a cluster included, so that an application can move from one to the
     * other.
     *
     * @param name the queue's name
     * @return the name
     * @throws IllegalArgumentException if it is blank, or begins with <code>}</code>: on a cluster such a queue's keys
     *         would scatter over several nodes
     */
    public static String require(String name) {
        if (name == null || name.isBlank()) {
            throw new IllegalArgumentException("queue name must contain one or more characters");
        }
        if (name.startsWith("}")) {
            throw new IllegalArgumentException("queue name must not begin with \"}\": \"" + name
                    + "\", because its keys would be spread over a Redis Cluster");
        }
        return name;
    }
}

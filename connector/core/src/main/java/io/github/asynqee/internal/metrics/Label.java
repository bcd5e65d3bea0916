package io.github.asynqee.internal.metrics;

import java.util.List;

/** A label, which distinguishes the series of one metric. The number of values of each label is bounded. */
public enum Label {
    /** The application. */
    APPLICATION("application", "asynq.application"),
    /** The URL of the Redis, without password. */
    REDIS("redis", "asynq.redis"),
    /** The channel. */
    CHANNEL("channel", "asynq.channel"),
    /** The queue. */
    QUEUE("queue", "messaging.destination.name"),
    /** The task type. */
    TYPE("taskType", "asynq.task.type"),
    /** The JNDI name of a DataSource. */
    DATASOURCE("dataSource", "asynq.datasource"),
    /** How an attempt ended. */
    OUTCOME("outcome", "asynq.task.outcome"),
    /** The result of an enqueue. */
    RESULT("result", "asynq.enqueue.result"),
    /** Why a payload could not be read. */
    PROBLEM("problem", "asynq.payload.problem");

    private final String key;
    private final String attribute;

    Label(String key, String attribute) {
        this.key = key;
        this.attribute = attribute;
    }

    /** @return the key in the name of an MBean */
    public String key() {
        return key;
    }

    /** @return the name of the OpenTelemetry attribute */
    public String attribute() {
        return attribute;
    }

    /** @return the labels that every series has */
    public static List<Label> common() {
        return List.of(APPLICATION, REDIS);
    }
}

package io.github.asynqee.internal.metrics;

import java.util.List;

/** A kind of object that has metrics: an MBean type, and a set of labels that identifies each object of the kind. */
public enum Bean {
    /** The worker of one Redis in one application. */
    WORKER("Worker"),
    /** A channel of a worker. */
    CHANNEL("Channel", Label.CHANNEL),
    /** The tasks of one type that a channel received from one queue. */
    TASK_TYPE("TaskType", Label.CHANNEL, Label.QUEUE, Label.TYPE),
    /** The connections of one application to one Redis. */
    REDIS("Redis"),
    /** The tasks that one application enqueued to one queue. */
    QUEUE("Queue", Label.QUEUE),
    /** The outbox of one application. */
    OUTBOX("Outbox", Label.DATASOURCE),
    /** The inbox of a channel. */
    INBOX("Inbox", Label.CHANNEL);

    private final String typeName;
    private final List<Label> labels;

    Bean(String typeName, Label... labels) {
        this.typeName = typeName;
        this.labels = List.of(labels);
    }

    /** @return the value of the key {@code type} in the name of the MBean */
    public String typeName() {
        return typeName;
    }

    /** @return the labels that distinguish the objects of one worker; {@link Label#common()} precede them */
    public List<Label> labels() {
        return labels;
    }
}

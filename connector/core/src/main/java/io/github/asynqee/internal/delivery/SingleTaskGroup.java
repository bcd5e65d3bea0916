package io.github.asynqee.internal.delivery;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.protocol.TaskMessage;

/** A single task as a group of one. */
record SingleTaskGroup(TaskDelivery delivery) implements TaskGroup {

    @Override
    public String queue() {
        return delivery.message().queue();
    }

    @Override
    public String group() {
        return delivery.message().group();
    }

    @Override
    public List<TaskMessage> members() {
        return List.of(delivery.message());
    }

    @Override
    public Instant deadline() {
        return delivery.deadline();
    }

    @Override
    public boolean isCancelled() {
        return delivery.isCancelled();
    }
}

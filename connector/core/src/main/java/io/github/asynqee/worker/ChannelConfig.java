package io.github.asynqee.worker;

import java.util.Map;
import java.util.Objects;

import io.github.asynqee.protocol.QueueName;

/**
 * Which tasks a channel gets and what follows when one fails.
 *
 * @param name the channel's name, for messages
 * @param queues queue to priority (at least 1): the share of fetches that ask this queue first
 * @param typePrefix the tasks' types begin with this; empty for all. Of several channels of a queue the one with the
 *        longest prefix gets the task
 * @param policy what follows when a task fails
 */
public record ChannelConfig(String name, Map<String, Integer> queues, String typePrefix, FailurePolicy policy) {

    /**
     * Checks the configuration.
     *
     * @throws IllegalArgumentException if there is no queue, or a queue's name or priority is not acceptable
     */
    public ChannelConfig {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(typePrefix, "typePrefix");
        Objects.requireNonNull(policy, "policy");
        queues = Map.copyOf(queues);
        if (queues.isEmpty()) {
            throw new IllegalArgumentException("channel " + name + " needs a queue");
        }
        queues.forEach((queue, priority) -> {
            QueueName.require(queue);
            if (priority < 1) {
                throw new IllegalArgumentException("priority of queue " + queue + " must be at least 1: " + priority);
            }
        });
    }
}

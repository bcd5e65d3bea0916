package io.github.asynqee.worker;

import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.github.asynqee.internal.protocol.QueueName;

/**
 * Settings of a channel: which tasks it receives and what follows when one fails.
 *
 * @param name the channel's name, for logs and errors
 * @param queues queue to priority (at least 1): the share of fetches that request this queue first
 * @param typePrefix prefix of the tasks' types; empty for all. Of several channels of a queue the one with the longest
 *        matching prefix receives the task
 * @param policy the outcome of a failed task
 * @param groups the groups it handles, {@code null} if it handles single tasks; tasks of a group may be of any type
 * @param deadLetters where copies of permanently failed tasks are enqueued, {@code null} for nowhere
 */
public record ChannelConfig(String name, Map<String, Integer> queues, String typePrefix, FailurePolicy policy,
        GroupConfig groups, DeadLetterQueue deadLetters) {

    /**
     * Checks the configuration.
     *
     * @throws IllegalArgumentException if there is no queue, a queue's name or priority is invalid, or a channel of
     *        groups has a type prefix
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
        if (groups != null && !typePrefix.isEmpty()) {
            throw new IllegalArgumentException(
                    "channel " + name
                            + " handles groups, whose tasks may be of any type; it cannot have the type prefix \""
                            + typePrefix + "\"");
        }
    }

    /**
     * A channel of single tasks.
     *
     * @param name the channel's name, for logs and errors
     * @param queues queue to priority
     * @param typePrefix prefix of the tasks' types
     * @param policy the outcome of a failed task
     * @throws IllegalArgumentException if there is no queue, or a queue's name or priority is invalid
     */
    public ChannelConfig(String name, Map<String, Integer> queues, String typePrefix, FailurePolicy policy) {
        this(name, queues, typePrefix, policy, null, null);
    }

    /**
     * A channel of groups.
     *
     * @param name the channel's name, for logs and errors
     * @param queues queue to priority
     * @param typePrefix must be empty
     * @param policy the outcome of a failed task
     * @param groups the groups it handles
     * @throws IllegalArgumentException if there is no queue, a queue's name or priority is invalid, or there is a type
     *         prefix
     */
    public ChannelConfig(String name, Map<String, Integer> queues, String typePrefix, FailurePolicy policy,
            GroupConfig groups) {
        this(name, queues, typePrefix, policy, groups, null);
    }

    /**
     * The same configuration with a dead-letter queue.
     *
     * @param target the dead-letter queue, {@code null} for none
     * @return the configuration
     */
    public ChannelConfig withDeadLetters(DeadLetterQueue target) {
        return new ChannelConfig(name, queues, typePrefix, policy, groups, target);
    }

    /** @return whether the channel handles groups */
    public boolean handlesGroups() {
        return groups != null;
    }

    /** @return the prefix of the types, or of the names of groups, that the channel receives */
    public String prefix() {
        return handlesGroups() ? groups.prefix() : typePrefix;
    }

    /**
     * The queues in which two channels would receive the same tasks: both handle single tasks, or both groups, with the
     * same prefix. Channels of one worker must not conflict.
     *
     * @param other the other channel
     * @return names of queues, sorted
     */
    public List<String> conflicts(ChannelConfig other) {
        return handlesGroups() == other.handlesGroups() && prefix().equals(other.prefix())
                ? queues.keySet().stream().filter(other.queues::containsKey).sorted().toList() : List.of();
    }

    /** @return the tasks that the channel receives, for error messages: {@code all types}, {@code type "email:"} */
    public String received() {
        String what = handlesGroups() ? "group" : "type";
        return prefix().isEmpty() ? "all " + what + "s" : what + " \"" + prefix() + "\"";
    }
}

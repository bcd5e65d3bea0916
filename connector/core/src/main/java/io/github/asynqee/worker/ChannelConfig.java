package io.github.asynqee.worker;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

import io.github.asynqee.VersionRange;
import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.internal.protocol.QueuePattern;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a channel: which tasks it receives, and the outcome of a failed task.
 *
 * @param name the channel's name, for logs and errors
 * @param queues queue to priority (at least 1): the share of fetches that request this queue first. A name that ends
 *        with {@code *} is a pattern: it matches all queues whose names begin with the text before it, including future
 *        queues. These queues share the pattern's priority. A queue that no channel of the worker names belongs to the
 *        channels with the longest pattern that matches it
 * @param typePrefix prefix of the tasks' types; empty for all. If several channels consume a queue, the channel with
 *        the longest matching prefix receives the task
 * @param policy the outcome of a failed task
 * @param groups the groups it handles, {@code null} if it handles single tasks; tasks of a group may be of any type
 * @param deadLetters where copies of permanently failed tasks are enqueued, {@code null} for no copies
 * @param versions the versions of the tasks, {@code null} for all. Other workers run tasks of other versions, unless
 *        another channel has the same prefix and their version
 * @param limit the limit of its tasks, {@code null} for none; patterns of queues are not allowed with a limit, and only
 *        a semaphore allows several queues
 */
public record ChannelConfig(String name, Map<String, Integer> queues, String typePrefix, FailurePolicy policy,
        @Nullable GroupConfig groups, @Nullable DeadLetterQueue deadLetters, @Nullable VersionRange versions,
        @Nullable Limit limit) {

    /**
     * Checks the configuration.
     *
     * @throws IllegalArgumentException if no queue is given, or a queue's name or priority is invalid; if a channel of
     *        groups has a type prefix, versions or a limit; if a channel has several queues and a limit that is not a
     *        semaphore; or if a channel that is fair between keys has a type prefix or versions
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
        if (groups != null && versions != null) {
            throw new IllegalArgumentException("channel " + name
                    + " handles groups, whose tasks may be of any version; it cannot have the versions " + versions);
        }
        if (limit != null) {
            requireLimitable(name, queues, typePrefix, groups, versions, limit);
        }
    }

    private static void requireLimitable(String name, Map<String, Integer> queues, String typePrefix,
            @Nullable GroupConfig groups, @Nullable VersionRange versions, Limit limit) {
        boolean several = queues.size() > 1 && !(limit instanceof Limit.Semaphore)
                || queues.keySet().stream().anyMatch(QueuePattern::isOne);
        if (groups != null || several) {
            throw new IllegalArgumentException("channel " + name + " has the limit " + limit.name() + " and "
                    + (groups != null ? "handles groups; a limit needs single tasks"
                            : "several queues " + new TreeSet<>(queues.keySet())
                                    + "; a limit needs a single queue"));
        }
        if (limit instanceof Limit.FairBy && !(typePrefix.isEmpty() && versions == null)) {
            throw new IllegalArgumentException("channel " + name + " is fair between keys by " + limit.key()
                    + " and receives only tasks of "
                    + (typePrefix.isEmpty() ? "versions " + versions : "types \"" + typePrefix + "…\"")
                    + "; it must receive all tasks of its queue");
        }
    }

    /**
     * A channel of single tasks.
     *
     * @param name the channel's name, for logs and errors
     * @param queues queue to priority
     * @param typePrefix prefix of the tasks' types
     * @param policy the outcome of a failed task
     * @throws IllegalArgumentException if no queue is given, or a queue's name or priority is invalid
     */
    public ChannelConfig(String name, Map<String, Integer> queues, String typePrefix, FailurePolicy policy) {
        this(name, queues, typePrefix, policy, null, null, null, null);
    }

    /**
     * A channel of groups.
     *
     * @param name the channel's name, for logs and errors
     * @param queues queue to priority
     * @param typePrefix must be empty
     * @param policy the outcome of a failed task
     * @param groups the groups it handles, {@code null} if it handles single tasks
     * @throws IllegalArgumentException if no queue is given, a queue's name or priority is invalid, or there is a type
     *         prefix
     */
    public ChannelConfig(String name, Map<String, Integer> queues, String typePrefix, FailurePolicy policy,
            @Nullable GroupConfig groups) {
        this(name, queues, typePrefix, policy, groups, null, null, null);
    }

    /**
     * The same configuration with a dead-letter queue.
     *
     * @param target the dead-letter queue, {@code null} for none
     * @return the configuration
     */
    public ChannelConfig withDeadLetters(@Nullable DeadLetterQueue target) {
        return new ChannelConfig(name, queues, typePrefix, policy, groups, target, versions, limit);
    }

    /**
     * The same configuration with another policy.
     *
     * @param other the outcome of a failed task
     * @return the configuration
     */
    public ChannelConfig withPolicy(FailurePolicy other) {
        return new ChannelConfig(name, queues, typePrefix, other, groups, deadLetters, versions, limit);
    }

    /**
     * The same configuration for some versions of tasks.
     *
     * @param range the versions, {@code null} for all
     * @return the configuration
     * @throws IllegalArgumentException if the channel handles groups or is fair between keys
     */
    public ChannelConfig withVersions(@Nullable VersionRange range) {
        return new ChannelConfig(name, queues, typePrefix, policy, groups, deadLetters, range, limit);
    }

    /**
     * The same configuration with a limit.
     *
     * @param of the limit, {@code null} for none
     * @return the configuration
     * @throws IllegalArgumentException if the channel handles groups or has several queues, or the limit is fair
     *         between keys and the channel has a type prefix or versions
     */
    public ChannelConfig withLimit(@Nullable Limit of) {
        return new ChannelConfig(name, queues, typePrefix, policy, groups, deadLetters, versions, of);
    }

    /** @return whether it has patterns of queues */
    public boolean hasPatterns() {
        return queues.keySet().stream().anyMatch(QueuePattern::isOne);
    }

    /**
     * Whether the channel's configuration names a queue, or has a pattern that matches the queue.
     *
     * @param queue the name of a queue
     * @return true if so; the queue can still belong to another channel of the worker, which has a longer pattern or
     *        names the queue
     */
    public boolean covers(String queue) {
        return QueuePattern.best(queues.keySet(), queue).isPresent();
    }

    /** @return whether the channel handles groups */
    public boolean handlesGroups() {
        return groups != null;
    }

    /** @return the prefix of the types, or of the names of groups, that the channel receives */
    public String prefix() {
        return groups != null ? groups.prefix() : typePrefix;
    }

    /**
     * The queues in which two channels would receive the same tasks. This is possible if both channels handle single
     * tasks, or both handle groups, and they have the same prefix and common versions. Channels of one worker must not
     * conflict.
     *
     * @param other the other channel
     * @return names of queues, sorted
     */
    public List<String> conflicts(ChannelConfig other) {
        boolean common = versions == null || other.versions == null || versions.overlaps(other.versions);
        return common && handlesGroups() == other.handlesGroups() && prefix().equals(other.prefix())
                ? queues.keySet().stream().filter(other.queues::containsKey).sorted().toList() : List.of();
    }

    /** @return the tasks that the channel receives, for error messages: {@code all types}, {@code type "email:"} */
    public String received() {
        String what = handlesGroups() ? "group" : "type";
        String received = prefix().isEmpty() ? "all " + what + "s" : what + " \"" + prefix() + "\"";
        return versions == null ? received : received + " of versions " + versions;
    }
}

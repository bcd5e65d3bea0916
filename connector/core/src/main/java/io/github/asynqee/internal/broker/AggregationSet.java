package io.github.asynqee.internal.broker;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * A staged set: tasks taken out of a group to be processed together. Its key is never reused: a worker that finds its
 * key staged still owns the set.
 *
 * @param queue the queue
 * @param group the group's name
 * @param key the key of the set
 * @param members the members, oldest first
 * @param unusable members whose message is unusable
 * @param vanished IDs of members whose task no longer exists
 * @param deadline the time by which the set must be completed or extended; {@code null} if the set was reclaimed
 */
public record AggregationSet(String queue, String group, String key, List<Member> members, List<Unusable> unusable,
        List<String> vanished, Instant deadline) {

    /** Copies the lists. */
    public AggregationSet {
        members = List.copyOf(members);
        unusable = List.copyOf(unusable);
        vanished = List.copyOf(vanished);
    }

    /**
     * A member of a staged set.
     *
     * @param message the task
     * @param joinedAt the time at which it joined the group
     * @param recoveries number of times it was reclaimed because its worker died
     * @param firstSet the ID of the first set in which it was staged; {@code null} if its task cannot store this ID
     */
    public record Member(TaskMessage message, Instant joinedAt, int recoveries, String firstSet) {}

    /**
     * A member whose message is unusable.
     *
     * @param message replaces the original and has its bytes as payload
     * @param reason why the original is unusable
     */
    public record Unusable(TaskMessage message, String reason) {}

    /** @return the tasks of the members, oldest first */
    public List<TaskMessage> messages() {
        return members.stream().map(Member::message).toList();
    }

    /** @return the number of staged members, including unusable and vanished ones */
    public int size() {
        return members.size() + unusable.size() + vanished.size();
    }
}

package io.github.asynqee.internal.broker;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * A staged set: tasks of a group taken out of it to be handled together. Its key is never used again, so whoever knows it
 * and finds it staged still has it.
 *
 * @param queue the queue
 * @param group the group's name
 * @param key the key of the set
 * @param members the members, oldest first
 * @param unusable members whose message cannot be used
 * @param vanished IDs of members that are gone
 * @param deadline until when they must have been dealt with, or the time extended; {@code null} if the set was put back
 */
public record AggregationSet(String queue, String group, String key, List<Member> members, List<Unusable> unusable,
        List<String> vanished, Instant deadline) {

    /** Keeps copies. */
    public AggregationSet {
        members = List.copyOf(members);
        unusable = List.copyOf(unusable);
        vanished = List.copyOf(vanished);
    }

    /**
     * A member.
     *
     * @param message the task
     * @param joinedAt when it joined the group
     * @param recoveries how often it was put back because whoever had it was gone
     */
    public record Member(TaskMessage message, Instant joinedAt, int recoveries) {}

    /**
     * A member whose message cannot be used.
     *
     * @param message stands for the original, whose bytes it has as payload
     * @param reason what is wrong
     */
    public record Unusable(TaskMessage message, String reason) {}

    /** @return the tasks of the members, oldest first */
    public List<TaskMessage> messages() {
        return members.stream().map(Member::message).toList();
    }

    /** @return how many were staged, of whatever use they are */
    public int size() {
        return members.size() + unusable.size() + vanished.size();
    }
}

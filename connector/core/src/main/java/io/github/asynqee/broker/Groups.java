package io.github.asynqee.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.asynqee.protocol.TaskMessage;

/** What is done to groups of tasks that are handled together (protocol section 5.4). */
public interface Groups {

    /** How long a staged set may take until it is put back. */
    Duration AGGREGATION_TIMEOUT = Duration.ofSeconds(120);

    /**
     * Lists the groups of a queue that have waiting tasks.
     *
     * @param queue the queue
     * @return the groups' names
     */
    Set<String> list(String queue);

    /**
     * Stages the members of a group for aggregation, if it is time.
     *
     * @param queue the queue
     * @param group the group's name
     * @param limits when it is time
     * @return the key of the staged set, empty if it is not time
     */
    Optional<String> stage(String queue, String group, GroupLimits limits);

    /**
     * Reads a staged set.
     *
     * @param queue the queue
     * @param setKey the key of the staged set
     * @return the members, oldest first
     */
    AggregationSet read(String queue, String setKey);

    /**
     * Deletes a staged set with its members.
     *
     * @param queue the queue
     * @param setKey the key of the staged set
     */
    void delete(String queue, String setKey);

    /**
     * Stores the task a staged set was turned into and deletes the set with its members, both or neither.
     *
     * @param setKey the key of the staged set
     * @param aggregate the new task, of the same queue
     * @return what became of the new task; {@link Optional#empty()} if the set is gone or was put back
     */
    Optional<StoreResult> complete(String setKey, NewTask aggregate);

    /**
     * Puts the members of overdue staged sets back into their groups.
     *
     * @param queue the queue
     * @return how many sets were put back
     */
    int reclaimStale(String queue);

    /**
     * When the members of a group are handled.
     *
     * @param maxSize as soon as there are so many, and never more at once; 0 for no limit
     * @param maxDelay when the oldest has waited so long; zero for no limit
     * @param gracePeriod when no task has joined for so long
     */
    record GroupLimits(int maxSize, Duration maxDelay, Duration gracePeriod) {}

    /**
     * The members of a staged set.
     *
     * @param messages the members' messages, oldest first
     * @param deadline until when they must have been dealt with; {@code null} if the set was put back
     * @param unusable IDs of members that are gone or whose message cannot be used
     */
    record AggregationSet(List<TaskMessage> messages, Instant deadline, List<String> unusable) {}
}

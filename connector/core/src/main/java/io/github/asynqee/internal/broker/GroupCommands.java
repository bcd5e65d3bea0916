package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is done to groups of tasks that are handled together (protocol section 5.4). */
public interface GroupCommands {

    /** How long a staged set may take until it is put back, from its staging and from each extension. */
    Duration AGGREGATION_TIMEOUT = Duration.ofSeconds(120);

    /**
     * Lists the groups of a queue that have waiting tasks.
     *
     * @param queue the queue
     * @return the groups' names
     */
    Set<String> list(String queue);

    /**
     * Looks at groups without changing anything.
     *
     * @param queue the queue
     * @param groups the groups' names
     * @return those in which tasks wait
     */
    List<WaitingGroup> look(String queue, Collection<String> groups);

    /**
     * Stages the members of a group for aggregation, if it is time. If Redis' answer is lost, Redis is asked whether they
     * are staged.
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
     * Gives staged sets {@link #AGGREGATION_TIMEOUT} from now.
     *
     * @param queue the queue
     * @param setKeys the keys of the staged sets
     * @return those that are not staged any more: somebody has put them back
     */
    Set<String> extend(String queue, Collection<String> setKeys);

    /**
     * Ends the aggregation for some members of a set or for all, in one step. What has been done before is not done
     * again, so that this may be tried again after a lost answer.
     *
     * @param set the staged set
     * @param settlements what becomes of which members. Done and revoked ones are deleted and count as processed;
     *        requeued ones go back to their group as they were, at no cost; the others as tasks that ran alone
     * @return for each whether it was done, or that member is gone; {@link Optional#empty()} if the set is gone or was put
     *         back: then nothing is changed
     */
    Optional<List<Boolean>> settle(AggregationSet set, List<MemberSettlement> settlements);

    /**
     * Deletes a staged set with its members, as asynq does once its aggregate is enqueued. Workers use
     * {@link #settle} and {@link #complete}, which count the members and cannot lose one; this stands for asynq's own step
     * wherever both are compared.
     *
     * @param queue the queue
     * @param setKey the key of the staged set
     */
    void delete(String queue, String setKey);

    /**
     * Stores the task a staged set was turned into and deletes the set with its members, both or neither; the members
     * count as processed. May be tried again after a lost answer: a set is turned into one task only.
     *
     * @param set the staged set
     * @param aggregate the new task, of the same queue
     * @return what became of the new task; {@link Optional#empty()} if the set is gone or was put back
     */
    Optional<StoreResult> complete(AggregationSet set, NewTask aggregate);

    /**
     * Puts the members of overdue staged sets back into their groups, and counts for each that it was recovered.
     *
     * @param queue the queue
     * @return how many sets were put back
     */
    int reclaimStale(String queue);

    /**
     * When the members of a group are handled, whichever comes first. Durations count in whole seconds.
     *
     * @param maxSize as soon as there are so many, and never more at once; 0 for no limit
     * @param maxDelay when the oldest has waited so long; zero for no limit
     * @param gracePeriod when no task has joined for so long
     */
    record GroupLimits(int maxSize, Duration maxDelay, Duration gracePeriod) {

        /**
         * When a group is due, if nothing joins it meanwhile.
         *
         * @param group the group
         * @return the time; in the past if it has been due for a while
         */
        public Instant dueAt(WaitingGroup group) {
            if (maxSize > 0 && group.size() >= maxSize) {
                return group.oldest();
            }
            Instant quiet = group.newest().plusSeconds(gracePeriod.getSeconds());
            Instant late = group.oldest().plusSeconds(maxDelay.getSeconds());
            return maxDelay.getSeconds() > 0 && late.isBefore(quiet) ? late : quiet;
        }
    }
}

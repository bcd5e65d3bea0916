package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.asynqee.internal.protocol.GroupRule;
import io.github.asynqee.redis.BrokerException;

/** Operations on groups of tasks that are processed together (protocol section 5.4). */
public interface GroupCommands {

    /** Time from staging, or from an extension, until a staged set is reclaimed. */
    Duration AGGREGATION_TIMEOUT = Duration.ofSeconds(120);

    /**
     * Lists the groups of a queue that have waiting tasks.
     *
     * @param queue the queue
     * @return the groups' names
     */
    Set<String> list(String queue);

    /**
     * Reads the size and age of groups.
     *
     * @param queue the queue
     * @param groups the groups' names
     * @return the groups that have waiting tasks
     */
    List<WaitingGroup> look(String queue, Collection<String> groups);

    /**
     * Publishes for tools when this worker handles groups of a queue.
     *
     * @param queue the queue
     * @param rules one rule for each prefix of names
     */
    void publish(String queue, Collection<GroupRule> rules);

    /**
     * Stages the members of a group if the group is due. After an ambiguous result the call reads whether the set
     * exists.
     *
     * @param queue the queue
     * @param group the group's name
     * @param limits the conditions under which the group is due
     * @return the key of the staged set, empty if the group is not due
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
     * Extends staged sets to {@link #AGGREGATION_TIMEOUT} from now.
     *
     * @param queue the queue
     * @param setKeys the keys of the staged sets
     * @return the keys of sets that no longer exist: they were reclaimed
     */
    Set<String> extend(String queue, Collection<String> setKeys);

    /**
     * Writes the outcomes of some or all members of a set atomically. Idempotent: may be repeated after an ambiguous result.
     *
     * @param set the staged set
     * @param settlements the outcomes. Done and revoked members are deleted and count as processed; requeued members
     *        return to their group unchanged; other outcomes have the same effect as for single tasks
     * @return for each settlement whether it was written, false if the member no longer exists;
     *         {@link Optional#empty()} if the set does not exist or was reclaimed: then nothing is changed
     */
    Optional<List<Boolean>> write(AggregationSet set, List<MemberSettlement> settlements);

    /**
     * Atomically stores the aggregate of a staged set and deletes the set with its members; the members count as
     * processed. May be repeated after an ambiguous result: a set is replaced by one task only.
     *
     * @param set the staged set
     * @param aggregate the new task, of the same queue
     * @return the result for the new task; {@link Optional#empty()} if the set does not exist or was reclaimed
     */
    Optional<StoreResult> complete(AggregationSet set, NewTask aggregate);

    /**
     * Reclaims overdue staged sets: returns their members to their groups and increments the number of recoveries of
     * each.
     *
     * @param queue the queue
     * @return the number of reclaimed sets
     * @throws BrokerException if the key of a set or of its group does not contain a sorted set; all other sets are
     *        reclaimed
     */
    int reclaimStale(String queue);

    /**
     * Conditions under which a group is due; the first condition that is met applies. Durations are cut to whole
     * seconds.
     *
     * @param maxSize number of tasks at which the group is due, and maximum size of a staged set; 0 for no limit and sets of
     *        {@link #MOST}
     * @param maxDelay maximum waiting time of the oldest task; zero for no limit
     * @param gracePeriod time since the last task joined
     */
    record GroupLimits(int maxSize, Duration maxDelay, Duration gracePeriod) {

        /**
         * Maximum size of a set if the group has no limit. It bounds the run time of the scripts that process a set.
         */
        public static final int MOST = 10_000;

        /** Returns the maximum number of tasks in a staged set. */
        public int largestSet() {
            return maxSize == 0 ? MOST : maxSize;
        }

        /**
         * Returns when a group is due if no other task joins it.
         *
         * @param group the group
         * @return the time; in the past if the group is overdue
         */
        public Instant dueAt(WaitingGroup group) {
            return isFull(group) ? group.oldest() : earlier(quietAt(group), lateAt(group));
        }

        /** Returns whether a group is due because of its size. */
        public boolean isFull(WaitingGroup group) {
            return maxSize > 0 && group.size() >= maxSize;
        }

        /** Returns when the grace period of a group ends. */
        public Instant quietAt(WaitingGroup group) {
            return after(group.newest(), gracePeriod);
        }

        /** Returns when the oldest task of a group has waited for the maximum time; {@link Instant#MAX} without a limit. */
        public Instant lateAt(WaitingGroup group) {
            return maxDelay.getSeconds() == 0 ? Instant.MAX : after(group.oldest(), maxDelay);
        }

        /** Adds a duration without an overflow, because another client may have stored any time. */
        private static Instant after(Instant time, Duration duration) {
            return earlier(time, Instant.MAX.minus(duration)).plusSeconds(duration.getSeconds());
        }

        private static Instant earlier(Instant one, Instant other) {
            return one.isBefore(other) ? one : other;
        }
    }
}

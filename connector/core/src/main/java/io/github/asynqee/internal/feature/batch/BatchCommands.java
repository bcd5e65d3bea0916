package io.github.asynqee.internal.feature.batch;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.BatchMember.Place;
import io.github.asynqee.internal.protocol.TaskMessage;

/**
 * Operations on batches. Private: asynq does not have batches. The state of a batch is in the slot of its queue; its
 * members and the tasks that it stores may be in other slots.
 */
public interface BatchCommands {

    /**
     * A producer stores the task of a member right after it has added the member. If the task is still missing after
     * this time, the producer has died.
     */
    Duration ADDING = Duration.ofMinutes(1);
    /**
     * How long after it has read a batch's decision to store a task a process may store the task. Far shorter than the
     * life of a receipt.
     */
    Duration STORING = Duration.ofMinutes(1);
    /**
     * How long after a batch was deleted its tasks may be stored: twice as long as {@link #STORING}, because clocks
     * differ.
     */
    Duration STORED_AFTERWARDS = STORING.multipliedBy(2);
    /**
     * How long a succeeded task of a chain is kept as a proof, if no process records its success: as long as archived
     * tasks are kept.
     */
    Duration PROOF = Duration.ofDays(90);

    /** How a member has ended. */
    enum Fate {
        /** Its task is stored. */
        STORED,
        /** It has succeeded. */
        ENDED,
        /** It was revoked or no longer exists, so it no longer counts. In a chain, the next task is not stored. */
        GONE,
        /** It is archived. */
        FAILED,
        /** Its task was not stored. A member whose task is known to be stored stays unchanged. */
        WITHDRAWN
    }

    /**
     * A member and its end.
     *
     * @param place its task
     * @param stamp its stamp; a member with another stamp stays unchanged
     * @param fate how it has ended
     */
    record Ended(Place place, long stamp, Fate fate) {}

    /**
     * An open or failed member.
     *
     * @param place its task
     * @param stamp its stamp
     * @param stored whether its task is known to be stored
     */
    record Listed(Place place, long stamp, boolean stored) {

        /**
         * Whether the producer has died before it stored the member's task. Only call this if the task does not exist.
         *
         * @param now the time before the member was listed, Unix milliseconds; the task is read after that
         */
        public boolean isAbandoned(long now) {
            return now - stamp > ADDING.toMillis();
        }
    }

    /**
     * A task of a chain behind the first one.
     *
     * @param task the task
     * @param previous the place of the previous task, whose retention is at least {@link #PROOF}
     * @param retention the retention of the previous task once its success is noted
     */
    record Step(TaskMessage task, Place previous, Duration retention) {}

    /**
     * The contents of a new batch.
     *
     * @param tasks its callbacks: name to task
     * @param steps the tasks of a chain behind the first one
     * @param stamp the stamp of the steps, and of the batch as a member
     * @param parent its parent batch, {@code null} if there is none
     */
    record Plan(Map<String, TaskMessage> tasks, List<Step> steps, long stamp, BatchName parent) {}

    /**
     * Some members of a set, and the position after them; "0" at the end. Members removed during a walk shift the
     * members after them; the next walk finds skipped members.
     */
    record Page(List<Listed> members, String next) {}

    /**
     * A task that may be a member.
     *
     * @param state its state
     * @param bytes the length of its message
     * @param headers its headers for batch, queue and stamp; {@code null} for a missing header
     */
    record Found(String state, long bytes, List<String> headers) {

        /** Whether the task is this member, and not another task that now has its ID. */
        public boolean isMember(BatchName batch, Listed listed) {
            return headers.equals(List.of(batch.id(), batch.queue(), Long.toString(listed.stamp())));
        }
    }

    /**
     * Creates a batch.
     *
     * @param batch its name
     * @param plan its callbacks
     * @return 1 if the batch was created, 0 if it already exists, -1 if it has ended
     */
    int open(BatchName batch, Plan plan);

    /**
     * Adds members whose tasks are stored next. Returns for each member whether it was not stored before; empty if the
     * batch takes no members.
     */
    Optional<List<Boolean>> add(BatchName batch, long stamp, List<Place> members);

    /**
     * Adds members again whose tasks are stored. Also records that the tasks are stored, so that the members are no
     * longer withdrawn. Returns false if the batch takes no members.
     */
    boolean addStored(BatchName batch, long stamp, List<Place> members);

    /** Records how members have ended. Returns the names of the tasks to be stored now. */
    List<String> end(BatchName batch, List<Ended> members);

    /**
     * Records that all initial members are stored. Returns the names of the tasks to be stored now; empty if the batch
     * does not exist.
     */
    Optional<List<String>> seal(BatchName batch);

    /**
     * Seals a chain whose producer seems to have died, if its first task is stored. Deletes the chain if its first task
     * was never added, or was withdrawn. Returns the names of the tasks to be stored now; empty if the chain is
     * deleted.
     */
    Optional<List<String>> continueChain(BatchName batch);

    /**
     * All fields of a batch, with the payloads of its callbacks or of a whole chain; empty if the batch does not exist.
     */
    Map<String, byte[]> read(BatchName batch);

    /** Reads the named fields of a batch; fields that do not exist are omitted. */
    Map<String, byte[]> read(BatchName batch, List<String> names);

    /**
     * Stores a task of a batch, once.
     *
     * @param receipt the name of the task, unique among all batches that have or had this ID
     * @return the reason if the task is rejected; empty if it is stored
     */
    Optional<String> storeOnce(BatchName batch, String receipt, TaskMessage task, Instant notAfter);

    /**
     * Records the result for a callback: {@code refusal} is the error if the callback was rejected, {@code null} if it
     * is stored.
     *
     * @return whether the batch is finished
     */
    boolean stored(BatchName batch, String name, String refusal);

    /**
     * Sets the retention that the producer requested for a task of a chain, after its success was recorded; zero
     * deletes the task.
     */
    void release(BatchName batch, Place task, Duration retention);

    /** Ends a batch without storing its tasks. Returns false if the batch does not exist. */
    boolean cancel(BatchName batch);

    /** Removes members from a cancelled batch. */
    void drop(BatchName batch, List<Place> members);

    /** Deletes the state of a batch; its members stay unchanged. */
    void delete(BatchName batch);

    /** How many members are open, and how many have failed. */
    long[] sizes(BatchName batch);

    /** The IDs of the batches of a queue, the oldest first. */
    List<String> batches(String queue, long from, int max);

    /** Removes a batch from the list that no longer exists. */
    void forget(BatchName batch);

    /** Open members. */
    Page open(BatchName batch, String position, int count);

    /** Failed members. */
    Page failed(BatchName batch, String position, int count);

    /** Returns the states of members' tasks; {@code null} for a missing task. Reads no messages. */
    List<Found> look(Collection<Place> members);

    /** Returns the messages of members' tasks in one reply; {@code null} for a missing task. */
    List<byte[]> messages(Collection<Place> members);

    /**
     * The message of the task of a member, by a command that each producer may use; empty if the task does not exist.
     */
    Optional<byte[]> message(Place member);

    /**
     * Reserves the repair of a queue's batches for this caller, for a while. Returns false if another caller has
     * reserved it.
     */
    boolean claimRepair(String queue);
}

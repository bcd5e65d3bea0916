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
 * Operations on batches. Private: asynq has none. The state of a batch is in the slot of its queue; its members and the
 * tasks that it stores may be in others.
 */
public interface BatchCommands {

    /** A sender stores the task of a member just after it has added it; after that time it has died. */
    Duration ADDING = Duration.ofMinutes(1);
    /** How long after the decision was read its task may be stored; far below the life of a receipt. */
    Duration STORING = Duration.ofMinutes(1);
    /** How long after a batch was deleted its tasks may be stored: twice as long, because clocks differ. */
    Duration STORED_AFTERWARDS = STORING.multipliedBy(2);
    /** How long a task of a chain proves that it has succeeded if nobody notes it: as long as archived tasks are kept. */
    Duration PROOF = Duration.ofDays(90);

    /** How a member has ended. */
    enum Fate {
        /** Its task is stored. */
        STORED,
        /** It has succeeded. */
        ENDED,
        /** It was revoked, or no longer exists: it no longer counts, but in a chain nothing follows. */
        GONE,
        /** It is archived. */
        FAILED,
        /** Its task was not stored; left alone if it is known to be stored. */
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
         * Whether its sender has died before its task was stored, if that is not there.
         *
         * @param now the time before it was listed, Unix milliseconds: its task is read later
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

        /** Whether it is this member, instead of another task that has its ID now. */
        public boolean isMember(BatchName batch, Listed listed) {
            return headers.equals(List.of(batch.id(), batch.queue(), Long.toString(listed.stamp())));
        }
    }

    /**
     * Creates a batch.
     *
     * @param batch its name
     * @param plan its callbacks
     * @return 1 created, 0 it is there, -1 it has ended
     */
    int open(BatchName batch, Plan plan);

    /** Adds members whose tasks are stored next. Returns which were not stored before; empty if it takes none. */
    Optional<List<Boolean>> add(BatchName batch, long stamp, List<Place> members);

    /**
     * Adds members again whose tasks are stored, and notes that they are: none of them is withdrawn from then on.
     * Returns false if the batch takes none.
     */
    boolean addStored(BatchName batch, long stamp, List<Place> members);

    /** Notes how members have ended. Returns the names of the tasks to be stored now. */
    List<String> end(BatchName batch, List<Ended> members);

    /**
     * Notes that all first members are stored. Returns the names of the tasks to be stored now; empty if it is not
     * there.
     */
    Optional<List<String>> seal(BatchName batch);

    /**
     * Seals a chain whose sender seems to have died, if its first task is stored; deletes it if that was never added,
     * or was withdrawn. Returns the names of the tasks to be stored now; empty if it is deleted.
     */
    Optional<List<String>> continueChain(BatchName batch);

    /** All fields of a batch, with the payloads of its callbacks or of a whole chain; empty if it is not there. */
    Map<String, byte[]> read(BatchName batch);

    /** Those of the named fields of a batch that it has. */
    Map<String, byte[]> read(BatchName batch, List<String> names);

    /**
     * Stores a task of a batch, once.
     *
     * @param receipt names the task among those of all batches that have or had the ID
     * @return the reason if it is refused
     */
    Optional<String> storeOnce(BatchName batch, String receipt, TaskMessage task, Instant notAfter);

    /**
     * Records that a callback is stored, or the error if it was refused; {@code null} if it is stored.
     *
     * @return whether the batch is finished
     */
    boolean stored(BatchName batch, String name, String refusal);

    /** Gives a task of a chain, whose success is noted, the retention that its sender wants; zero deletes it. */
    void release(BatchName batch, Place task, Duration retention);

    /** Ends a batch without storing its tasks. Returns false if it is not there. */
    boolean cancel(BatchName batch);

    /** Takes members from a batch that is cancelled. */
    void drop(BatchName batch, List<Place> members);

    /** Deletes the state of a batch; its members stay unchanged. */
    void delete(BatchName batch);

    /** How many members are open, and how many have failed. */
    long[] sizes(BatchName batch);

    /** The IDs of the batches of a queue, the oldest first. */
    List<String> batches(String queue, long from, int max);

    /** Forgets a batch that is listed and not there. */
    void forget(BatchName batch);

    /** Open members. */
    Page open(BatchName batch, String position, int count);

    /** Failed members. */
    Page failed(BatchName batch, String position, int count);

    /** Returns the states of members' tasks; {@code null} for a missing task. Reads no messages. */
    List<Found> look(Collection<Place> members);

    /** Returns the messages of members' tasks in one reply; {@code null} for a missing task. */
    List<byte[]> messages(Collection<Place> members);

    /** The message of the task of a member, by a command that each producer may use; empty if it is not there. */
    Optional<byte[]> message(Place member);

    /** Whether this caller may repair the batches of a queue for a while; other callers may not. */
    boolean claimRepair(String queue);
}

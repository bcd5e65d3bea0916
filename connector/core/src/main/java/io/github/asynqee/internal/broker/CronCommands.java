package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Shared state of periodic entries, by which the schedulers of all nodes enqueue each tick once. Private, asynq has no
 * counterpart: the state of an entry is a hash in the slot of its queue.
 *
 * <p>Instants are cut to whole seconds, except the time of a {@link Firing} and of a {@link Claim}.
 */
public interface CronCommands {

    /** A spec that no scheduler has confirmed for this time is replaced by the spec of another scheduler. */
    Duration SPEC_KEPT = Duration.ofSeconds(30);
    /**
     * Lifetime of an entry's state after a scheduler removed the entry; schedulers that still run it renew the state.
     */
    Duration FORGOTTEN = Duration.ofMinutes(5);
    /** Time for which a repeated call of {@link #runNow} with the same task is recognized. */
    Duration REPEATABLE = Duration.ofMinutes(5);

    /**
     * Key of an entry.
     *
     * @param queue the queue of its tasks
     * @param id the entry's ID, the same on all nodes
     */
    record Entry(String queue, String id) {}

    /**
     * Schedule of an entry as known to one scheduler. Used if Redis has no state because the entry is new or its state
     * was lost.
     *
     * @param spec the spec
     * @param anchor the start of counted periods
     * @param last the last processed tick
     */
    record Schedule(String spec, Instant anchor, Instant last) {}

    /**
     * State of an entry, shared by all schedulers.
     *
     * @param schedule the effective schedule
     * @param fired the last tick for which a task was enqueued, {@code null} if none
     * @param paused whether ticks are skipped
     * @param claim the claim of the node that is producing a payload, {@code null} if none
     * @param unrecorded enqueued tasks that may be missing in the history
     */
    record State(Schedule schedule, Instant fired, boolean paused, Claim claim, List<Firing> unrecorded) {}

    /**
     * Claim of a tick whose payload is being produced.
     *
     * @param tick the tick
     * @param node the node that produces the payload
     * @param until the expiry of the claim
     */
    record Claim(Instant tick, String node, Instant until) {}

    /**
     * A task enqueued for a tick.
     *
     * @param taskId the task's ID
     * @param tick the tick
     * @param at the time of enqueueing
     * @param node the node that enqueued it
     */
    record Firing(String taskId, Instant tick, Instant at, String node) {}

    /** Result of an attempt to process a tick. */
    enum Result {
        /** The claim was granted. */
        CLAIMED,
        /** The task was stored. */
        FIRED,
        /** The tick was already processed. */
        TAKEN,
        /** The tick was processed without a task: the entry is paused, or the caller passed no task. */
        PASSED,
        /** Nothing was changed: another spec is effective. */
        OTHER_SPEC,
        /** Nothing was changed: another node has a claim. */
        CLAIMED_ELSEWHERE,
        /** The tick was processed without a task: another task has the ID. */
        ID_TAKEN,
        /** The tick was processed without a task: another task holds the uniqueness lock. */
        DUPLICATE
    }

    /**
     * Reply to an attempt.
     *
     * @param result the result
     * @param state the state after the attempt
     */
    record Answer(Result result, State state) {}

    /**
     * Registers a scheduler as running an entry. Must be repeated well within {@link #SPEC_KEPT}. A spec that replaces
     * an expired one continues with the ticks after the last confirmation of that one.
     *
     * @param entry the entry
     * @param known the schedule as known to the scheduler
     * @param begins whether the scheduler starts to use this spec; the spec started last is effective
     * @return the state
     */
    State join(Entry entry, Schedule known, boolean begins);

    /**
     * Claims a tick before its payload is produced.
     *
     * @param entry the entry
     * @param known the schedule as known to the scheduler
     * @param tick the tick
     * @param node the ID of the scheduler
     * @param life the lifetime of the claim
     * @return {@link Result#CLAIMED}, or the reason why the claim was refused
     */
    Answer claim(Entry entry, Schedule known, Instant tick, String node, Duration life);

    /**
     * Processes a tick: atomically stores its task and marks the tick as processed.
     *
     * @param entry the entry
     * @param known the schedule as known to the scheduler
     * @param tick the tick
     * @param node the ID of the scheduler
     * @param task the task, of the entry's queue; {@code null} to process the tick without a task
     * @return {@link Result#FIRED}, or the reason why no task was stored
     */
    Answer fire(Entry entry, Schedule known, Instant tick, String node, NewTask task);

    /**
     * Stores a task of an entry independently of its ticks. May be repeated within {@link #REPEATABLE} after an
     * ambiguous result.
     *
     * @param entry the entry
     * @param node the ID of the scheduler
     * @param task the task, of the entry's queue
     * @return {@link Result#FIRED}, or the reason why the task was not stored
     */
    Answer runNow(Entry entry, String node, NewTask task);

    /**
     * Marks a firing as recorded in the history.
     *
     * @param entry the entry
     * @param taskId the ID of the task
     */
    void recorded(Entry entry, String taskId);

    /**
     * Pauses an entry: its ticks are skipped.
     *
     * @param entry the entry
     * @return the state; its schedule is {@code null} if no scheduler has registered the entry yet
     */
    State pause(Entry entry);

    /**
     * Resumes an entry. Ticks that were due during the pause are not made up.
     *
     * @param entry the entry
     * @return the state; its schedule is {@code null} if no scheduler has registered the entry yet
     */
    State resume(Entry entry);

    /**
     * Unregisters an entry that a scheduler no longer runs. Its state, including a pause, expires after
     * {@link #FORGOTTEN} unless another scheduler joins before.
     *
     * @param entry the entry
     */
    void forget(Entry entry);
}

package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What the schedulers of all nodes share about periodic entries, so that each tick is enqueued once. asynq has nothing of
 * the kind: the state of an entry is a private hash in the slot of its queue.
 *
 * <p>Instants are cut to whole seconds but for the time of a {@link Firing} and of a {@link Claim}.
 */
public interface CronCommands {

    /** How long a spec is kept that no scheduler has any more, if others have another one. */
    Duration SPEC_KEPT = Duration.ofSeconds(30);
    /** How long the state of an entry that was forgotten is there for schedulers that still have it. */
    Duration FORGOTTEN = Duration.ofMinutes(5);
    /** How long a task out of turn is recognized if it is stored again. */
    Duration REPEATABLE = Duration.ofMinutes(5);

    /**
     * Names an entry.
     *
     * @param queue the queue of its tasks
     * @param id names the entry everywhere
     */
    record Entry(String queue, String id) {}

    /**
     * When an entry is due, as a scheduler knows it. Counts if Redis has no state, because the entry is new or because it
     * was lost.
     *
     * @param spec the spec
     * @param anchor where counted periods begin
     * @param last the last tick dealt with
     */
    record Schedule(String spec, Instant anchor, Instant last) {}

    /**
     * What all schedulers share.
     *
     * @param schedule the schedule that counts
     * @param fired the last tick a task was enqueued for, {@code null} if none
     * @param paused whether ticks pass without a task
     * @param claim who produces a payload, {@code null} if nobody
     * @param unrecorded tasks enqueued that are not known to stand in the history
     */
    record State(Schedule schedule, Instant fired, boolean paused, Claim claim, List<Firing> unrecorded) {}

    /**
     * A tick whose payload is being produced.
     *
     * @param tick the tick
     * @param node who produces it
     * @param until how long others wait for it
     */
    record Claim(Instant tick, String node, Instant until) {}

    /**
     * A task that was enqueued.
     *
     * @param taskId its ID
     * @param tick for which time
     * @param at when
     * @param node by whom
     */
    record Firing(String taskId, Instant tick, Instant at, String node) {}

    /** What became of an attempt. */
    enum Result {
        /** The claim is given. */
        CLAIMED,
        /** The task is stored. */
        FIRED,
        /** The tick was dealt with before. */
        TAKEN,
        /** The tick has passed without a task: the entry is paused, or there was no task for it. */
        PASSED,
        /** Nothing was done: another spec counts. */
        OTHER_SPEC,
        /** Nothing was done: somebody else has a claim. */
        CLAIMED_ELSEWHERE,
        /** The tick has passed: another task has the ID. */
        ID_TAKEN,
        /** The tick has passed: another task holds the uniqueness lock. */
        DUPLICATE
    }

    /**
     * The answer to an attempt.
     *
     * @param result what became of it
     * @param state the state afterwards
     */
    record Answer(Result result, State state) {}

    /**
     * Makes a scheduler known as one that runs an entry. To be repeated well within {@link #SPEC_KEPT}. A spec that takes
     * the place of one nobody has any more goes on with its ticks since the last sign of that one.
     *
     * @param entry the entry
     * @param known when it is due, as far as the scheduler knows
     * @param begins whether the scheduler begins with this spec: of several, the one begun last counts
     * @return the state
     */
    State join(Entry entry, Schedule known, boolean begins);

    /**
     * Claims a tick, in order to produce its payload.
     *
     * @param entry the entry
     * @param known when it is due, as far as the scheduler knows
     * @param tick the tick
     * @param node names the scheduler
     * @param life how long others wait
     * @return {@link Result#CLAIMED}, or why not
     */
    Answer claim(Entry entry, Schedule known, Instant tick, String node, Duration life);

    /**
     * Deals with a tick: stores its task and marks the tick, both or neither.
     *
     * @param entry the entry
     * @param known when it is due, as far as the scheduler knows
     * @param tick the tick
     * @param node names the scheduler
     * @param task the task, of the entry's queue; {@code null} if the tick is to pass without one
     * @return {@link Result#FIRED}, or why not
     */
    Answer fire(Entry entry, Schedule known, Instant tick, String node, NewTask task);

    /**
     * Stores a task out of turn. May be repeated within {@link #REPEATABLE} if the answer was lost.
     *
     * @param entry the entry
     * @param node names the scheduler
     * @param task the task, of the entry's queue
     * @return {@link Result#FIRED}, or why not
     */
    Answer runNow(Entry entry, String node, NewTask task);

    /**
     * Says that a firing stands in the history.
     *
     * @param entry the entry
     * @param taskId the ID of the task
     */
    void recorded(Entry entry, String taskId);

    /**
     * Lets ticks pass without a task from now on.
     *
     * @param entry the entry
     * @return the state; its schedule is {@code null} if no scheduler has run the entry yet
     */
    State pause(Entry entry);

    /**
     * Ends a pause. What was due meanwhile is not made up.
     *
     * @param entry the entry
     * @return the state; its schedule is {@code null} if no scheduler has run the entry yet
     */
    State resume(Entry entry);

    /**
     * Says that a scheduler does not run an entry any more. Its state, a pause too, goes after {@link #FORGOTTEN} unless
     * another scheduler joins meanwhile.
     *
     * @param entry the entry
     */
    void forget(Entry entry);
}

package io.github.asynqee.internal.broker;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.TaskInfo;

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
     * Lifetime of an entry's state after a scheduler removed the entry, unless it is paused; schedulers that still run it
     * renew the state.
     */
    Duration FORGOTTEN = Duration.ofMinutes(5);
    /** Time for which a repeated call of {@link #runNow} with the same task is recognized. */
    Duration REPEATABLE = Duration.ofMinutes(5);
    /** Lifetime of the answer to a {@link RunRequest}. */
    Duration ANSWER_KEPT = Duration.ofMinutes(1);

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
     * @param produced whether the schedulers produce the payloads
     * @param request the request for a task independently of the ticks, {@code null} if none; it may have expired
     */
    record State(Schedule schedule, Instant fired, boolean paused, Claim claim, List<Firing> unrecorded,
            boolean produced, RunRequest request) {}

    /**
     * A request to the schedulers of an entry: one of them is to produce a payload and to enqueue a task.
     *
     * @param id the ID of the request, also of the task
     * @param expires the end of the request, in whole milliseconds
     */
    record RunRequest(String id, Instant expires) {}

    /**
     * The answer to a request.
     *
     * @param result {@link Result#FIRED}, {@link Result#ID_TAKEN}, {@link Result#DUPLICATE}, or {@link Result#PASSED} if there
     *        is no task
     * @param task the task, {@code null} if there is none
     * @param error why there is no task; empty if the application has no payload
     */
    record RunAnswer(Result result, TaskInfo task, String error) {}

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
        DUPLICATE,
        /** Nothing was changed: the tick is later than the time of Redis. */
        EARLY
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
     * an expired spec continues with the ticks after the last confirmation of the expired spec.
     *
     * @param entry the entry
     * @param known the schedule as known to the scheduler
     * @param begins whether the scheduler starts to use this spec; the spec started last is effective
     * @param produced whether the scheduler produces the payloads
     * @return the state
     */
    State join(Entry entry, Schedule known, boolean begins, boolean produced);

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
     * Unregisters an entry that a scheduler no longer runs. Its state expires unless another scheduler joins before: after
     * {@link #FORGOTTEN}; if it is paused, 90 days later, so that the pause is not lost.
     *
     * @param entry the entry
     */
    void forget(Entry entry);

    /**
     * Reads the states of entries, in one batch of commands.
     *
     * @param entries the entries
     * @return the states; an entry without a state is missing
     */
    Map<Entry, State> states(Collection<Entry> entries);

    /**
     * Requests a task independently of the ticks from the schedulers of an entry.
     *
     * @param entry the entry
     * @param request the request
     * @return whether it is stored; {@code false} if another request is waiting
     */
    boolean requestRun(Entry entry, RunRequest request);

    /**
     * Claims a request before its payload is produced.
     *
     * @param entry the entry
     * @param request the ID of the request
     * @param spec the spec of the scheduler; it must be the effective one
     * @param node the ID of the scheduler
     * @param life the lifetime of the claim
     * @return whether the claim was granted
     */
    boolean claimRun(Entry entry, String request, String spec, String node, Duration life);

    /**
     * Ends a request: atomically stores its task and the answer.
     *
     * @param entry the entry
     * @param request the ID of the request
     * @param node the ID of the scheduler
     * @param task the task, of the entry's queue; {@code null} if there is none
     * @param error why there is no task; empty if the application has no payload
     * @return the state; empty, and no task is stored, if the request has expired, was withdrawn, or was answered before
     */
    Optional<State> answerRun(Entry entry, String request, String node, NewTask task, String error);

    /**
     * Reads the answer to a request.
     *
     * @param entry the entry
     * @param request the ID of the request
     * @return the answer, empty if there is none yet
     */
    Optional<RunAnswer> runAnswer(Entry entry, String request);

    /**
     * Withdraws a request. Afterwards no task is stored for this request.
     *
     * @param entry the entry
     * @param request the ID of the request
     * @return whether it was waiting; {@code false} if it was answered or had expired
     */
    boolean withdrawRun(Entry entry, String request);
}

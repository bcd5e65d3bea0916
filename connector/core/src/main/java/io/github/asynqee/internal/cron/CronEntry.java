package io.github.asynqee.internal.cron;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.CronCommands;
import io.github.asynqee.internal.broker.CronCommands.Answer;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Result;
import io.github.asynqee.internal.broker.CronCommands.Schedule;
import io.github.asynqee.internal.broker.CronCommands.State;
import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.periodic.PeriodicEntry;
import io.github.asynqee.periodic.PeriodicTask;

/** One periodic task on this node. Its ticks are processed by one thread; the other methods may be called by any. */
final class CronEntry {

    /** Pause before a payload source that failed is called again. */
    static final Duration SECOND_ATTEMPT = Duration.ofSeconds(5);

    /** Pause before a tick that was not due yet is tried again. */
    static final Duration EARLY_AGAIN = Duration.ofSeconds(1);

    private static final Logger LOG = System.getLogger(CronEntry.class.getName());

    private final SchedulerContext node;
    private final CronCommands commands;
    private final Entry entry;
    private final EntryPublisher publisher;
    private volatile PeriodicTask task;
    private volatile State state;
    /** The last known schedule of this spec. */
    private volatile Schedule known;
    private final PayloadCall payloadCall;
    private final ManualRun manualRun;
    private final RequestedRun requestedRun;
    /** Held while ticks are processed. */
    private final Object tickLock = new Object();
    private boolean joined;
    private Instant joinAt = Instant.MIN;
    private Instant waitUntil = Instant.MIN;
    private boolean suspended;
    private boolean removed;

    CronEntry(PeriodicTask task, SchedulerContext node) {
        this.node = node;
        this.commands = node.broker().cronCommands();
        this.entry = new Entry(task.queue(), task.entryId());
        this.publisher = new EntryPublisher(entry, node);
        this.payloadCall = new PayloadCall(node);
        this.manualRun = new ManualRun(entry, node, publisher);
        this.requestedRun = new RequestedRun(entry, node, publisher);
        this.task = task;
    }

    PeriodicTask task() {
        return task;
    }

    /** Replaces the task of the same entry and spec. */
    void change(PeriodicTask changed) {
        task = changed;
    }

    /**
     * Enqueues the ticks that are due, unless the entry was removed.
     *
     * @return latest time of the next call
     */
    Instant runOnce() {
        synchronized (tickLock) {
            Instant now = node.clock().instant();
            forgetOtherTime(now);
            boolean joins = !now.isBefore(joinAt);
            if (joins && !removed) {
                join(now);
                publisher.recordFired(task.name(), state);
            }
            if (isOurSpec() && !removed) {
                processDueTicks(now);
                requestedRun.answer(state.request(), task, now);
            }
            if (removed) {
                return Instant.MAX;
            }
            if (joins) {
                publisher.publish(task, isOurSpec() ? next(now).orElse(null) : null, state.fired());
                joinAt = now.plus(SchedulerContext.JOIN_INTERVAL);
            }
            return nextRun(now);
        }
    }

    /** Forgets the times of the next actions if the clock was set back, because they may be far in the future. */
    private void forgetOtherTime(Instant now) {
        if (joinAt.isAfter(now.plus(SchedulerContext.JOIN_INTERVAL))) {
            joinAt = now;
        }
        if (waitUntil.isAfter(now.plus(SchedulerContext.CLAIM.multipliedBy(2)))) {
            waitUntil = now;
        }
    }

    private void join(Instant now) {
        Instant second = now.truncatedTo(ChronoUnit.SECONDS);
        Schedule own = known == null ? new Schedule(task.spec().text(), second, second) : known;
        accept(commands.join(entry, own, !joined, task.source() != null));
        joined = true;
    }

    private synchronized void accept(State answer) {
        state = answer;
        if (isOurSpec()) {
            known = answer.schedule();
            suspended = false;
        } else if (!suspended) {
            suspended = true;
            LOG.log(Level.WARNING, "{0} is suspended on this node: another node has joined with another spec", task);
        }
    }

    private boolean isOurSpec() {
        State current = state;
        return current != null && current.schedule() != null
                && current.schedule().spec().equals(task.spec().text());
    }

    private DueTicks ticks() {
        return new DueTicks(task.spec(), known);
    }

    private Optional<Instant> next(Instant now) {
        return ticks().nextFrom(now);
    }

    private void processDueTicks(Instant now) {
        Instant late = payloadCall.late(task, now);
        if (late != null && next(late.plusNanos(1)).filter(tick -> !tick.isAfter(now)).isPresent()) {
            payloadCall.abandon(task);
        }
        if (payloadCall.isRunning() || !deliver(now)) {
            return;
        }
        List<Instant> due = ticks().at(now, task.catchUp());
        if (due.size() == DueTicks.MAX_MISSED) {
            LOG.log(Level.WARNING, "{0} has missed at least " + DueTicks.MAX_MISSED
                    + " ticks; ticks before {1} are skipped", task, due.get(0));
        }
        for (Instant tick : due) {
            if (removed || !isOurSpec()
                    || tick.isAfter(known.last()) && (now.isBefore(waitUntil) || !process(tick, now))) {
                return;
            }
        }
    }

    /** Returns whether the tick is done, so that the next one may be processed. */
    private boolean process(Instant tick, Instant now) {
        if (task.source() == null) {
            return fire(tick, constant(tick), now);
        }
        if (payloadCall.isExhausted()) {
            waitUntil = now.plus(SECOND_ATTEMPT);
            return false;
        }
        Result result = claim(tick);
        if (result == Result.CLAIMED) {
            PeriodicTask current = task;
            payloadCall.call(tick, now.plus(SchedulerContext.CLAIM), () -> produce(current, tick));
            return !payloadCall.isRunning() && deliver(now);
        }
        return result != Result.CLAIMED_ELSEWHERE && !waits(result, now);
    }

    /** Whether a tick was refused because it is not due yet: the clock was wrong. */
    private boolean waits(Result result, Instant now) {
        if (result == Result.EARLY) {
            node.broker().measureClock();
            waitUntil = now.plus(EARLY_AGAIN);
        }
        return result == Result.EARLY;
    }

    private Result claim(Instant tick) {
        Answer answer = commands.claim(entry, known, tick, node.id(), SchedulerContext.CLAIM);
        accept(answer.state());
        if (answer.result() == Result.CLAIMED_ELSEWHERE) {
            waitUntil = answer.state().claim().until();
        }
        return answer.result();
    }

    private ComposedTask constant(Instant tick) {
        try {
            return compose(tick, task.task());
        } catch (InvalidTaskException e) {
            LOG.log(Level.ERROR, "{0} is not enqueued for the tick at {1}: {2}", task, tick, e.getMessage());
            return null;
        }
    }

    private ComposedTask compose(Instant tick, Task<?> what) {
        String name = entry.id() + " " + tick.getEpochSecond();
        return node.composer()
                .compose(what.id(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString()));
    }

    private ComposedTask produce(PeriodicTask current, Instant tick) throws Exception {
        Object payload = current.source().produce(tick);
        return payload == null ? null : compose(tick, current.with(payload));
    }

    /** Enqueues the task of a payload that is ready; returns whether due ticks may be processed. */
    private boolean deliver(Instant now) {
        ProducedPayload payload = payloadCall.produced();
        if (payload == null || removed) {
            return !removed;
        }
        Instant tick = payload.tick();
        if (payload.error() == null) {
            fire(tick, payload.task(), now);
        } else if (tick.isBefore(now.minus(DueTicks.TOLERANCE).plus(SECOND_ATTEMPT))) {
            skip(tick, payload.error(), now);
        } else {
            LOG.log(Level.WARNING, "the payload source of " + task + " failed for the tick at " + tick
                    + " and is called again in " + SECOND_ATTEMPT.toSeconds() + " s", payload.error());
            waitUntil = now.plus(SECOND_ATTEMPT);
        }
        payloadCall.delivered();
        return !now.isBefore(waitUntil);
    }

    /** Skips a tick, unless another node is producing its payload. */
    private void skip(Instant tick, Throwable error, Instant now) {
        if (claim(tick) == Result.CLAIMED) {
            LOG.log(Level.ERROR, "the payload source of " + task + " failed; the tick at " + tick + " is skipped",
                    error);
            fire(tick, null, now);
        } else {
            LOG.log(Level.WARNING, "the payload source of " + task + " failed on this node for the tick at " + tick,
                    error);
        }
    }

    /** Enqueues the task of a tick; without a task the tick is skipped. Returns whether the tick is done. */
    private boolean fire(Instant tick, ComposedTask composed, Instant now) {
        if (composed == null) {
            Answer answer = commands.fire(entry, known, tick, node.id(), null);
            accept(answer.state());
            return !waits(answer.result(), now);
        }
        publisher.expect(composed.info());
        Answer answer = commands.fire(entry, known, tick, node.id(), composed.stored());
        accept(answer.state());
        if (answer.result() == Result.DUPLICATE) {
            LOG.log(Level.INFO, "{0} is not enqueued for the tick at {1}: an earlier task holds its uniqueness lock",
                    task,
                    tick);
        } else if (answer.result() == Result.ID_TAKEN) {
            LOG.log(Level.WARNING, "{0} is not enqueued for the tick at {1}: a task with ID {2} exists", task, tick,
                    composed.info().id());
        }
        publisher.recordFired(task.name(), answer.state());
        publisher.forget(composed.info());
        return !waits(answer.result(), now);
    }

    private Instant nextRun(Instant now) {
        Instant next = joinAt;
        if (isOurSpec() && !payloadCall.isRunning()) {
            boolean waits = ticks().isAnyDue(now, task.catchUp());
            next = waits ? waitUntil : next(now.plusNanos(1)).orElse(joinAt);
        }
        return next.isBefore(joinAt) ? next : joinAt;
    }

    /** Enqueues a task now, independently of the ticks; empty if the payload source has none. */
    Optional<TaskInfo> runNow() throws Exception {
        return manualRun.enqueue(task);
    }

    void pause() {
        observe(commands.pause(entry));
    }

    void resume() {
        observe(commands.resume(entry));
    }

    /** Stores the state in Redis without joining the entry. */
    private synchronized void observe(State answer) {
        state = answer;
        if (isOurSpec()) {
            known = answer.schedule();
        }
    }

    /** Removes the entry permanently, after a run in progress. Nodes that still have it keep its state in Redis. */
    void remove() {
        synchronized (tickLock) {
            removed = true;
            publisher.remove();
            commands.forget(entry);
        }
    }

    PeriodicEntry info() {
        State current = state;
        return new PeriodicEntry(entry.id(), task.name(), task.spec().text(), task.task().type(), entry.queue(),
                task.catchUp(), isOurSpec() ? next(node.clock().instant()).orElse(null) : null,
                current == null ? null : current.fired(), current != null && current.paused());
    }
}

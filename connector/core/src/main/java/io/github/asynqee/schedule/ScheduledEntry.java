package io.github.asynqee.schedule;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import io.github.asynqee.broker.PeriodicTicks;
import io.github.asynqee.broker.PeriodicTicks.Answer;
import io.github.asynqee.broker.PeriodicTicks.Entry;
import io.github.asynqee.broker.PeriodicTicks.Result;
import io.github.asynqee.broker.PeriodicTicks.Schedule;
import io.github.asynqee.broker.PeriodicTicks.State;
import io.github.asynqee.broker.UnknownOutcomeException;
import io.github.asynqee.client.ComposedTask;
import io.github.asynqee.client.DuplicateTaskException;
import io.github.asynqee.client.TaskIdConflictException;
import io.github.asynqee.task.InvalidTaskException;
import io.github.asynqee.task.Task;
import io.github.asynqee.task.TaskInfo;

/** One periodic task on this node. Its ticks are dealt with by one thread; all else may be asked by any. */
final class ScheduledEntry {

    /** How long others wait for a payload that is being produced; short enough that they can still be in time. */
    static final Duration CLAIM = Duration.ofSeconds(20);
    /** After how long a payload source that failed is asked again. */
    static final Duration SECOND_ATTEMPT = Duration.ofSeconds(5);

    private static final Logger LOG = System.getLogger(ScheduledEntry.class.getName());

    private final NodeParts node;
    private final PeriodicTicks shared;
    private final Entry entry;
    private final EntryPublication publication;
    private volatile PeriodicTask task;
    private volatile State state;
    /** The last state of this spec. */
    private volatile Schedule known;
    private volatile Production produced;
    private volatile boolean producing;
    private Instant joinAt = Instant.MIN;
    private Instant waitUntil = Instant.MIN;
    private boolean rests;

    ScheduledEntry(PeriodicTask task, NodeParts node) {
        this.node = node;
        this.shared = node.broker().periodicTicks();
        this.entry = new Entry(task.queue(), task.entryId());
        this.publication = new EntryPublication(entry, node);
        this.task = task;
    }

    PeriodicTask task() {
        return task;
    }

    /** Another task for the same entry and spec. */
    void change(PeriodicTask changed) {
        task = changed;
    }

    /**
     * Deals with what is due.
     *
     * @return when to come again at the latest
     */
    Instant runOnce() {
        Instant now = node.clock().instant();
        boolean joins = !now.isBefore(joinAt);
        if (joins) {
            join(now);
            publication.settle(task.name(), state);
        }
        if (isOurSpec() && !producing) {
            dealWithDueTicks(now);
        }
        if (joins) {
            publication.publish(task, isOurSpec() ? next(now).orElse(null) : null, state.fired());
            joinAt = now.plus(PeriodicScheduler.SIGN_OF_LIFE);
        }
        return comeAgain(now);
    }

    private void join(Instant now) {
        Instant second = now.truncatedTo(ChronoUnit.SECONDS);
        Schedule own = known == null ? new Schedule(task.spec().text(), second, second) : known;
        accept(shared.join(entry, own, known == null));
    }

    private synchronized void accept(State answer) {
        state = answer;
        if (isOurSpec()) {
            known = answer.schedule();
            rests = false;
        } else if (!rests) {
            rests = true;
            LOG.log(Level.WARNING, "{0} rests on this node: another node has begun with another spec", task);
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

    private void dealWithDueTicks(Instant now) {
        if (produced != null && !deliver(produced, now)) {
            return;
        }
        List<Instant> due = ticks().at(now, task.catchUp());
        if (due.size() == PeriodicScheduler.MOST_MISSED) {
            LOG.log(Level.WARNING, "{0} has missed so many ticks that those before {1} are skipped", task, due.get(0));
        }
        for (Instant tick : due) {
            if (!isOurSpec() || tick.isAfter(known.last()) && (now.isBefore(waitUntil) || !dealWith(tick, now))) {
                return;
            }
        }
    }

    /** Returns whether the tick is dealt with, so that it is the next one's turn. */
    private boolean dealWith(Instant tick, Instant now) {
        if (task.source() == null) {
            fire(tick, constant(tick));
            return true;
        }
        Answer answer = shared.claim(entry, known, tick, node.id(), CLAIM);
        accept(answer.state());
        if (answer.result() == Result.CLAIMED_ELSEWHERE) {
            waitUntil = answer.state().claim().until();
            return false;
        }
        if (answer.result() == Result.CLAIMED) {
            producing = true;
            node.producers().execute(() -> produce(tick));
            return !producing && deliver(produced, now);
        }
        return true;
    }

    private ComposedTask constant(Instant tick) {
        try {
            return compose(tick, task.task());
        } catch (InvalidTaskException e) {
            LOG.log(Level.ERROR, "{0} is not enqueued at {1}: {2}", task, tick, e.getMessage());
            return null;
        }
    }

    private ComposedTask compose(Instant tick, Task<?> what) {
        String name = entry.id() + " " + tick.getEpochSecond();
        return node.composer()
                .compose(what.id(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString()));
    }

    private void produce(Instant tick) {
        try {
            Object payload = task.source().produce(tick);
            produced = new Production(tick, payload == null ? null : compose(tick, task.with(payload)), null);
        } catch (Exception | Error e) {
            produced = new Production(tick, null, e);
        }
        producing = false;
        node.wake().run();
    }

    private boolean deliver(Production production, Instant now) {
        Instant tick = production.tick();
        if (production.error() == null) {
            fire(tick, production.task());
        } else if (tick.isBefore(now.minus(PeriodicScheduler.TOLERANCE).plus(SECOND_ATTEMPT))) {
            LOG.log(Level.ERROR, "no payload for " + task + " at " + tick + ": the tick is skipped",
                    production.error());
            fire(tick, null);
        } else {
            LOG.log(Level.WARNING, "no payload for " + task + " at " + tick + ": another attempt in "
                    + SECOND_ATTEMPT.toSeconds() + " s", production.error());
            waitUntil = now.plus(SECOND_ATTEMPT);
        }
        produced = null;
        return !now.isBefore(waitUntil);
    }

    /** Without a task the tick passes. */
    private void fire(Instant tick, ComposedTask composed) {
        if (composed == null) {
            accept(shared.fire(entry, known, tick, node.id(), null).state());
            return;
        }
        publication.expect(composed.info());
        Answer answer = shared.fire(entry, known, tick, node.id(), composed.stored());
        accept(answer.state());
        if (answer.result() == Result.DUPLICATE) {
            LOG.log(Level.INFO, "{0} is not enqueued at {1}: an earlier one still holds the uniqueness lock", task,
                    tick);
        }
        publication.settle(task.name(), answer.state());
        publication.forget(composed.info());
    }

    private Instant comeAgain(Instant now) {
        Instant next = joinAt;
        if (isOurSpec() && !producing) {
            boolean waits = !ticks().at(now, task.catchUp()).isEmpty();
            next = waits ? waitUntil : next(now.plusNanos(1)).orElse(joinAt);
        }
        return next.isBefore(joinAt) ? next : joinAt;
    }

    // ---- by hand

    /** Enqueues a task out of turn; empty if the payload source has none. */
    Optional<TaskInfo> runNow() throws Exception {
        Task<?> what = task.task();
        if (task.source() != null) {
            Object payload = task.source().produce(node.clock().instant());
            if (payload == null) {
                return Optional.empty();
            }
            what = task.with(payload);
        }
        ComposedTask composed = node.composer().compose(what.id(UUID.randomUUID().toString()));
        publication.expect(composed.info());
        Answer answer;
        try {
            answer = shared.runNow(entry, node.id(), composed.stored());
        } catch (UnknownOutcomeException e) {
            answer = shared.runNow(entry, node.id(), composed.stored());
        }
        String which = "task " + composed.info().id() + " of " + task;
        if (answer.result() == Result.DUPLICATE) {
            publication.forget(composed.info());
            throw new DuplicateTaskException("task already exists: " + which);
        }
        if (answer.result() == Result.ID_TAKEN) {
            publication.forget(composed.info());
            throw new TaskIdConflictException("task ID conflicts with another task: " + which);
        }
        publication.settle(task.name(), answer.state());
        return Optional.of(composed.info());
    }

    void pause() {
        shared.pause(entry);
        join(node.clock().instant());
    }

    void resume() {
        shared.resume(entry);
        join(node.clock().instant());
    }

    /** Takes the entry away for good. */
    void withdraw() {
        publication.withdraw();
        shared.forget(entry);
    }

    PeriodicEntry info() {
        State current = state;
        return new PeriodicEntry(entry.id(), task.name(), task.spec().text(), task.task().type(), entry.queue(),
                task.catchUp(), isOurSpec() ? next(node.clock().instant()).orElse(null) : null,
                current == null ? null : current.fired(), current != null && current.paused());
    }
}

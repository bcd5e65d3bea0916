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

/** One periodic task on this node. Its ticks are dealt with by one thread; all else may be asked by any. */
final class CronEntry {

    /** How long others wait for a payload that is being produced; short enough that they can still be in time. */
    static final Duration CLAIM = Duration.ofSeconds(20);
    /** After how long a payload source that failed is asked again. */
    static final Duration SECOND_ATTEMPT = Duration.ofSeconds(5);

    private static final Logger LOG = System.getLogger(CronEntry.class.getName());

    private final SchedulerContext node;
    private final CronCommands shared;
    private final Entry entry;
    private final EntryPublisher publication;
    private volatile PeriodicTask task;
    private volatile State state;
    /** The last state of this spec. */
    private volatile Schedule known;
    private final PayloadCall producer;
    private final ManualRun outOfTurn;
    private final Object turn = new Object();
    private boolean begun;
    private Instant joinAt = Instant.MIN;
    private Instant waitUntil = Instant.MIN;
    private boolean rests;
    private boolean withdrawn;

    CronEntry(PeriodicTask task, SchedulerContext node) {
        this.node = node;
        this.shared = node.broker().cronCommands();
        this.entry = new Entry(task.queue(), task.entryId());
        this.publication = new EntryPublisher(entry, node);
        this.producer = new PayloadCall(node);
        this.outOfTurn = new ManualRun(entry, node, publication);
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
     * Deals with what is due; with nothing if the entry was withdrawn.
     *
     * @return when to come again at the latest
     */
    Instant runOnce() {
        synchronized (turn) {
            Instant now = node.clock().instant();
            boolean joins = !now.isBefore(joinAt);
            if (joins && !withdrawn) {
                join(now);
                publication.settle(task.name(), state);
            }
            if (isOurSpec() && !withdrawn) {
                dealWithDueTicks(now);
            }
            if (withdrawn) {
                return Instant.MAX;
            }
            if (joins) {
                publication.publish(task, isOurSpec() ? next(now).orElse(null) : null, state.fired());
                joinAt = now.plus(PeriodicScheduler.SIGN_OF_LIFE);
            }
            return comeAgain(now);
        }
    }

    private void join(Instant now) {
        Instant second = now.truncatedTo(ChronoUnit.SECONDS);
        Schedule own = known == null ? new Schedule(task.spec().text(), second, second) : known;
        accept(shared.join(entry, own, !begun));
        begun = true;
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
        Instant late = producer.late(task, now);
        if (late != null && next(late.plusNanos(1)).filter(tick -> !tick.isAfter(now)).isPresent()) {
            producer.giveUp(task);
        }
        if (producer.isRunning() || !deliver(now)) {
            return;
        }
        List<Instant> due = ticks().at(now, task.catchUp());
        if (due.size() == PeriodicScheduler.MOST_MISSED) {
            LOG.log(Level.WARNING, "{0} has missed so many ticks that those before {1} are skipped", task, due.get(0));
        }
        for (Instant tick : due) {
            if (withdrawn || !isOurSpec()
                    || tick.isAfter(known.last()) && (now.isBefore(waitUntil) || !dealWith(tick, now))) {
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
        if (producer.isExhausted()) {
            waitUntil = now.plus(SECOND_ATTEMPT);
            return false;
        }
        Result result = claim(tick);
        if (result == Result.CLAIMED) {
            PeriodicTask current = task;
            producer.call(tick, now.plus(CLAIM), () -> produce(current, tick));
            return !producer.isRunning() && deliver(now);
        }
        return result != Result.CLAIMED_ELSEWHERE;
    }

    private Result claim(Instant tick) {
        Answer answer = shared.claim(entry, known, tick, node.id(), CLAIM);
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
            LOG.log(Level.ERROR, "{0} is not enqueued at {1}: {2}", task, tick, e.getMessage());
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

    /** Returns whether it is the turn of what is due. */
    private boolean deliver(Instant now) {
        ProducedPayload production = producer.produced();
        if (production == null || withdrawn) {
            return !withdrawn;
        }
        Instant tick = production.tick();
        if (production.error() == null) {
            fire(tick, production.task());
        } else if (tick.isBefore(now.minus(PeriodicScheduler.TOLERANCE).plus(SECOND_ATTEMPT))) {
            skip(tick, production.error());
        } else {
            LOG.log(Level.WARNING, "no payload for " + task + " at " + tick + ": another attempt in "
                    + SECOND_ATTEMPT.toSeconds() + " s", production.error());
            waitUntil = now.plus(SECOND_ATTEMPT);
        }
        producer.delivered();
        return !now.isBefore(waitUntil);
    }

    /** Lets a tick pass, unless another node is about to produce its payload. */
    private void skip(Instant tick, Throwable error) {
        if (claim(tick) == Result.CLAIMED) {
            LOG.log(Level.ERROR, "no payload for " + task + " at " + tick + ": the tick is skipped", error);
            fire(tick, null);
        } else {
            LOG.log(Level.WARNING, "no payload for " + task + " at " + tick + " on this node", error);
        }
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
        } else if (answer.result() == Result.ID_TAKEN) {
            LOG.log(Level.WARNING, "{0} is not enqueued at {1}: there is already a task with the ID {2}", task, tick,
                    composed.info().id());
        }
        publication.settle(task.name(), answer.state());
        publication.forget(composed.info());
    }

    private Instant comeAgain(Instant now) {
        Instant next = joinAt;
        if (isOurSpec() && !producer.isRunning()) {
            boolean waits = ticks().isAnyDue(now, task.catchUp());
            next = waits ? waitUntil : next(now.plusNanos(1)).orElse(joinAt);
        }
        return next.isBefore(joinAt) ? next : joinAt;
    }

    // ---- by hand

    /** Enqueues a task out of turn; empty if the payload source has none. */
    Optional<TaskInfo> runNow() throws Exception {
        return outOfTurn.enqueue(task);
    }

    void pause() {
        observe(shared.pause(entry));
    }

    void resume() {
        observe(shared.resume(entry));
    }

    /** Takes what others share as it is: whoever only looks does not run the entry. */
    private synchronized void observe(State answer) {
        state = answer;
        if (isOurSpec()) {
            known = answer.schedule();
        }
    }

    /** Takes the entry away for good, after what is being done for it. Nodes that still have it keep its state. */
    void withdraw() {
        synchronized (turn) {
            withdrawn = true;
            publication.withdraw();
            shared.forget(entry);
        }
    }

    PeriodicEntry info() {
        State current = state;
        return new PeriodicEntry(entry.id(), task.name(), task.spec().text(), task.task().type(), entry.queue(),
                task.catchUp(), isOurSpec() ? next(node.clock().instant()).orElse(null) : null,
                current == null ? null : current.fired(), current != null && current.paused());
    }
}

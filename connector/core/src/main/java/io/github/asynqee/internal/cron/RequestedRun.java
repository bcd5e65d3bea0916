package io.github.asynqee.internal.cron;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Optional;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.CronCommands;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.RunRequest;
import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.redis.BrokerException;

/**
 * Answers requests from outside for a task of one entry, one at a time: produces the payload on the payload executor
 * and enqueues the task. Thread-safe.
 */
final class RequestedRun {

    private static final Logger LOG = System.getLogger(RequestedRun.class.getName());
    /** Length of an error text in the answer. */
    private static final int MAX_ERROR = 500;

    private final Entry entry;
    private final SchedulerContext node;
    private final EntryPublisher publisher;
    private boolean running;
    private String current;
    private Instant claimedUntil;
    private Thread thread;
    private boolean interrupted;
    /** The request that this node cannot answer: another claim would keep it from other nodes. */
    private String givenUp;

    RequestedRun(Entry entry, SchedulerContext node, EntryPublisher publisher) {
        this.entry = entry;
        this.node = node;
        this.publisher = publisher;
    }

    private CronCommands commands() {
        return node.broker().cronCommands();
    }

    /**
     * Answers a request. Does nothing if the request is {@code null}, an earlier request is still being answered, or
     * another node has a claim.
     */
    void answer(RunRequest request, PeriodicTask task, Instant now) {
        if (!begins(request, now)) {
            return;
        }
        boolean started = false;
        try {
            if (commands().claimRun(entry, request.id(), task.spec().text(), node.id(), SchedulerContext.CLAIM)) {
                started = start(request, task);
            }
        } finally {
            if (!started) {
                ended();
            }
        }
    }

    /** If no thread can be started, another node serves the request. */
    private boolean start(RunRequest request, PeriodicTask task) {
        try {
            node.payloadExecutor().execute(() -> run(request, task));
            return true;
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "the requested run of " + task + " cannot be started on this node", e);
            giveUp(request);
            return false;
        }
    }

    private synchronized void giveUp(RunRequest request) {
        givenUp = request.id();
    }

    private synchronized boolean begins(RunRequest request, Instant now) {
        if (running && thread != null && !now.isBefore(claimedUntil)) {
            // another node may answer by now
            thread.interrupt();
            thread = null;
            interrupted = true;
            givenUp = current;
        }
        if (running || request == null || request.id().equals(givenUp) || !now.isBefore(request.expires())) {
            return false;
        }
        running = true;
        current = request.id();
        claimedUntil = now.plus(SchedulerContext.CLAIM);
        return true;
    }

    private synchronized void ended() {
        running = false;
        thread = null;
        if (interrupted) {
            interrupted = false;
            Thread.interrupted();
        }
    }

    /** Whether another node may be answering. */
    private synchronized boolean hasLostItsClaim() {
        return !node.clock().instant().isBefore(claimedUntil);
    }

    private void run(RunRequest request, PeriodicTask task) {
        synchronized (this) {
            thread = Thread.currentThread();
        }
        try {
            enqueue(request, task);
        } catch (BrokerException e) {
            LOG.log(Level.WARNING, "the requested run of {0} cannot be answered: {1}", task, e.getMessage());
        } finally {
            ended();
        }
    }

    private void enqueue(RunRequest request, PeriodicTask task) {
        Optional<ComposedTask> composed = Optional.empty();
        String error = "";
        try {
            composed = ManualRun.compose(task, request.id(), node);
        } catch (Exception | Error e) {
            LOG.log(Level.WARNING, "the payload source of " + task + " failed for a requested run", e);
            if (hasLostItsClaim()) {
                return;
            }
            String text = e.toString();
            error = text.length() > MAX_ERROR ? text.substring(0, MAX_ERROR) : text;
        }
        TaskInfo info = composed.map(ComposedTask::info).orElse(null);
        if (info != null) {
            publisher.expect(info);
        }
        try {
            commands().answerRun(entry, request.id(), node.id(), composed.map(ComposedTask::stored).orElse(null), error)
                    .ifPresent(state -> publisher.recordFired(task.name(), state));
        } finally {
            if (info != null) {
                publisher.forget(info);
            }
        }
    }
}

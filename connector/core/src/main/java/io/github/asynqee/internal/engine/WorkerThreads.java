package io.github.asynqee.internal.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

import io.github.asynqee.internal.broker.watch.CancellationSubscription;
import io.github.asynqee.internal.delivery.DeadlineMonitor;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.delivery.LeaseExtender;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.outage.Silence;
import io.github.asynqee.internal.text.GoDuration;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.worker.TaskCancelledException;
import io.github.asynqee.worker.WorkerConfig;

/** The threads of a worker that fetch tasks, supervise running ones and write outcomes. */
final class WorkerThreads {

    private static final Logger LOG = System.getLogger(WorkerThreads.class.getName());
    private static final Duration DEADLINE_CHECK = Duration.ofMillis(250);
    private static final Duration DEAD_LETTER_CHECK = Duration.ofMillis(100);
    /**
     * Maximum time a prefetched task waits for a lane; then it is requeued, because another worker may have a free
     * lane.
     */
    private static final Duration MAX_PREFETCH_TIME = Duration.ofMillis(250);
    /**
     * Maximum delay of a reply. A task that was leased before a request to cancel it may arrive this much later than
     * the request.
     */
    private static final Duration REPLY_TIME = Duration.ofSeconds(2);

    private final WorkerParts parts;
    private final Clock clock;
    private final DeadlineMonitor deadlineMonitor;
    private final PeriodicThread fetcherThread;
    private final PeriodicThread completerThread;
    /** The threads that run until all outcomes are written. */
    private final List<PeriodicThread> supervisors = new ArrayList<>();

    WorkerThreads(WorkerParts parts) {
        this.parts = parts;
        this.clock = parts.broker.clock();
        this.deadlineMonitor = new DeadlineMonitor(clock);
        WorkerConfig config = parts.config;
        LeaseExtender extender = new LeaseExtender(parts.broker.workerCommands(), clock, parts.events, parts.metrics);
        fetcherThread = PeriodicThread.of("asynq-fetcher", config.taskCheckInterval(), config.threads(), parts.fetcher);
        completerThread = parts.completer.thread();
        supervisors.add(PeriodicThread.every("asynq-leases", config.heartbeatInterval(), config.threads(),
                () -> extender.runOnce(parts.inFlight.tasks())));
        supervisors.add(PeriodicThread.every("asynq-deadlines", DEADLINE_CHECK, config.threads(),
                this::checkDeadlines));
        if (parts.channels.stream().anyMatch(channel -> channel.config().deadLetters() != null)) {
            supervisors.add(PeriodicThread.every("asynq-letters", DEAD_LETTER_CHECK, config.threads(),
                    parts.deadLetters::runOnce));
        }
    }

    void start() {
        completerThread.start();
        supervisors.forEach(PeriodicThread::start);
        parts.channels.forEach(channel -> channel
                .onDemand(channel.config().handlesGroups() ? this::demandOfGroups : parts.fetcher::demand));
        fetcherThread.start();
        parts.groups.start();
    }

    /** A lane for groups has become free: it takes a staged group, or a pending task of a group. */
    private void demandOfGroups() {
        parts.fetcher.demand();
        parts.groups.demand();
    }

    private void checkDeadlines() {
        deadlineMonitor.runOnce(parts.inFlight);
        requeuePrefetched();
    }

    /** Requeues tasks that are held too long because the lanes became slower: other workers may have free lanes. */
    private void requeuePrefetched() {
        Instant tooLong = clock.instant().minus(MAX_PREFETCH_TIME);
        requeue(removePrefetched(delivery -> delivery.takenAt().isBefore(tooLong)));
    }

    private List<Delivery> removePrefetched(Predicate<Delivery> which) {
        return parts.channels.stream().flatMap(channel -> channel.removePrefetched(which).stream()).toList();
    }

    /**
     * Cancels all tasks with an ID, in any queue, whether they run or wait for a lane: they fail. A group fails if one
     * of its tasks has the ID. A task that was dequeued after the request is a later attempt and is not cancelled.
     */
    void cancel(CancellationSubscription.Request request) {
        String taskId = request.taskId();
        Instant latest = request.at().plus(REPLY_TIME);
        if (latest.isAfter(clock.instant())) {
            parts.inFlight.cancelled(taskId);
        }
        for (TaskDelivery delivery : parts.inFlight.tasks()) {
            if (delivery.message().id().equals(taskId) && isConcerned(delivery, latest)) {
                LOG.log(Level.INFO, "{0} is cancelled on request", delivery.message());
                delivery.fail(new TaskCancelledException());
                delivery.cancel();
            }
        }
        for (GroupDelivery delivery : parts.inFlight.groups()) {
            if (delivery.hasMember(taskId) && isConcerned(delivery, latest)) {
                LOG.log(Level.INFO, "{0} is cancelled on request for its task {1}", delivery, taskId);
                delivery.fail(new TaskCancelledException());
                delivery.cancel();
            }
        }
    }

    private static boolean isConcerned(Delivery delivery, Instant latest) {
        return !delivery.isClaimed() && !delivery.takenAt().isAfter(latest);
    }

    /** Stops fetching tasks and staging groups; waits until the last fetch has ended. */
    void stopFetching(StopTime time) {
        if (!fetcherThread.stop(time)) {
            parts.dispatcher.stop();
        }
        parts.groups.stopStaging(time);
        requeue(removePrefetched(delivery -> true));
    }

    /**
     * Waits until all running tasks have ended, the timeout has passed or the thread is interrupted, and requeues the
     * tasks that are still running to the head of their queue. Does not wait for outcomes if Redis does not reply:
     * {@link #finish} writes them.
     */
    void drain(Duration timeout) {
        long begin = System.nanoTime();
        long end = begin + timeout.toNanos();
        requeue(removePrefetched(delivery -> true));
        suspend();
        while (!parts.inFlight.isEmpty() && System.nanoTime() < end && !Thread.currentThread().isInterrupted()
                && !isHopeless(begin)) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
        if (!parts.inFlight.isEmpty()) {
            LOG.log(Level.INFO, isHopeless(begin)
                    ? "Redis does not answer: the outcomes of {0} tasks are sent only once more"
                    : "{0} tasks did not end within {1} and are requeued", parts.inFlight.size(),
                    GoDuration.format(timeout.truncatedTo(ChronoUnit.MILLIS)));
            parts.deadLetters.withdraw();
            requeue(parts.inFlight);
        }
    }

    /** Whether all tasks have ended, and the worker waits only for Redis, which does not reply. */
    private boolean isHopeless(long begin) {
        Silence silence = parts.broker.outages().silence();
        return (silence.isLong() || silence.isLongFrom(begin))
                && parts.inFlight.waitingOutcomes() == parts.inFlight.size();
    }

    /**
     * Makes tasks with a checkpoint end at their next save. Writes their unwritten cursors now, if Redis accepts them.
     */
    private void suspend() {
        List<TaskDelivery> tasks = parts.inFlight.tasks();
        tasks.forEach(TaskDelivery::suspend);
        for (TaskDelivery delivery : tasks) {
            if (!delivery.flushCheckpoint()) {
                return;
            }
        }
    }

    /** Writes the remaining outcomes, then stops all threads. Leases are extended until all outcomes are written. */
    void finish(StopTime time) {
        completerThread.stop(time);
        parts.groups.finish(time);
        parts.features.stop(time);
        supervisors.forEach(PeriodicThread::stop);
        supervisors.forEach(thread -> thread.join(time));
    }

    /** Requeues deliveries, the latest first and the earliest last, because the task requeued last runs first. */
    private static void requeue(Iterable<Delivery> deliveries) {
        List<Delivery> latestFirst = new ArrayList<>();
        deliveries.forEach(latestFirst::add);
        latestFirst.sort(Comparator.comparing(Delivery::number).reversed());
        latestFirst.forEach(Delivery::requeue);
        latestFirst.forEach(Delivery::cancel);
    }
}

package io.github.asynqee.internal.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

import io.github.asynqee.internal.delivery.DeadlineMonitor;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.delivery.LeaseExtender;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.fetch.Fetcher;
import io.github.asynqee.internal.group.GroupProcessor;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.settle.Completer;
import io.github.asynqee.internal.settle.DeadLetterSender;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.worker.TaskCancelledException;
import io.github.asynqee.worker.WorkerConfig;

/** The threads that take tasks, watch over those that run and write what became of them. */
final class WorkerThreads {

    private static final Logger LOG = System.getLogger(WorkerThreads.class.getName());
    private static final Duration DEADLINE_CHECK = Duration.ofMillis(250);
    private static final Duration LETTER_CHECK = Duration.ofMillis(100);
    /** So long waits what was taken because a lane was expected to become free; then other workers may have one for it. */
    private static final Duration LONGEST_PREFETCH = Duration.ofMillis(250);
    private static final Duration LONGEST_FETCH = Duration.ofSeconds(5);

    private final WorkerConfig config;
    private final Clock clock;
    private final List<Channel> channels;
    private final InFlight inFlight;
    private final Fetcher fetcher;
    private final Completer completer;
    private final DeadLetterSender deadLetters;
    private final LeaseExtender leaseKeeper;
    private final GroupProcessor groups;
    private final DeadlineMonitor deadlineWatch;
    private final List<Thread> fetching = new ArrayList<>();
    private final List<PeriodicThread> keeping = new ArrayList<>();
    private Thread completing;

    WorkerThreads(WorkerConfig config, Clock clock, List<Channel> channels, InFlight inFlight, Fetcher fetcher,
            Completer completer, DeadLetterSender deadLetters, LeaseExtender leaseKeeper, GroupProcessor groups) {
        this.config = config;
        this.clock = clock;
        this.channels = channels;
        this.inFlight = inFlight;
        this.fetcher = fetcher;
        this.completer = completer;
        this.deadLetters = deadLetters;
        this.leaseKeeper = leaseKeeper;
        this.groups = groups;
        this.deadlineWatch = new DeadlineMonitor(clock);
    }

    void start() {
        ThreadFactory threads = config.threads();
        completing = startThread("asynq-completer", completer);
        keeping.add(PeriodicThread.start("asynq-leases", config.heartbeatInterval(), threads,
                () -> leaseKeeper.runOnce(inFlight.tasks())));
        keeping.add(PeriodicThread.start("asynq-deadlines", DEADLINE_CHECK, threads, this::watchDeadlines));
        if (channels.stream().anyMatch(channel -> channel.config().deadLetters() != null)) {
            keeping.add(PeriodicThread.start("asynq-letters", LETTER_CHECK, threads, deadLetters::runOnce));
        }
        channels.forEach(channel -> channel.onDemand(this::demand));
        fetching.add(startThread("asynq-fetcher", fetcher));
        groups.start(config);
    }

    /** A lane has become free. */
    private void demand() {
        fetcher.demand();
        groups.demand();
    }

    private Thread startThread(String name, Runnable work) {
        Thread thread = config.threads().newThread(work);
        thread.setName(name);
        thread.start();
        return thread;
    }

    private void watchDeadlines() {
        deadlineWatch.runOnce(inFlight);
        returnPrefetched();
    }

    /** The lanes turned out to take longer than they did before: others may have free ones. */
    private void returnPrefetched() {
        Instant tooLong = clock.instant().minus(LONGEST_PREFETCH);
        requeue(removeHeld(delivery -> delivery.takenAt().isBefore(tooLong)));
    }

    /** Takes back what waits for a lane. */
    private List<Delivery> removeHeld(Predicate<Delivery> which) {
        return channels.stream().flatMap(channel -> channel.removeHeld(which).stream()).toList();
    }

    /**
     * Lets all tasks with an ID fail, in whatever queue they are and whether they run or wait for a lane; a group fails if
     * one of its tasks has the ID.
     */
    void cancel(String taskId) {
        for (TaskDelivery delivery : inFlight.tasks()) {
            if (delivery.message().id().equals(taskId) && !delivery.isOutcomeClaimed()) {
                LOG.log(Level.INFO, "{0} is cancelled, as somebody asked", delivery.message());
                delivery.fail(new TaskCancelledException());
                delivery.cancel();
            }
        }
        for (GroupDelivery delivery : inFlight.groups()) {
            if (delivery.hasMember(taskId) && !delivery.isOutcomeClaimed()) {
                LOG.log(Level.INFO, "{0} is cancelled, as somebody asked for task {1}", delivery, taskId);
                delivery.fail(new TaskCancelledException());
                delivery.cancel();
            }
        }
    }

    /** Takes no more tasks and groups; waits until the last fetch has ended. */
    void stopFetching() {
        fetcher.stop();
        fetching.forEach(thread -> join(thread, LONGEST_FETCH));
        groups.stopStaging();
        requeue(removeHeld(delivery -> true));
    }

    /**
     * Waits for running tasks until they have ended, the time is over or the thread is interrupted, and puts those that
     * have not ended back to the head of their queue.
     */
    void drain(Duration timeout) {
        long end = System.nanoTime() + timeout.toNanos();
        requeue(removeHeld(delivery -> true));
        while (!inFlight.isEmpty() && System.nanoTime() < end && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(Duration.ofMillis(10).toNanos());
        }
        if (!inFlight.isEmpty()) {
            LOG.log(Level.INFO, "{0} tasks did not end within {1} and go back to their queues", inFlight.size(),
                    timeout);
            deadLetters.withdraw();
            requeue(inFlight);
        }
    }

    /** Writes what is still to be written, and ends. Until then leases are kept alive. */
    void finish() {
        completer.stop();
        if (completing != null) {
            join(completing, Completer.stopTime());
        }
        groups.finish();
        keeping.forEach(PeriodicThread::stop);
        keeping.forEach(thread -> thread.join(BackgroundServices.STOP_TIME));
    }

    /** Puts deliveries back, the earliest last, because the last one put back runs first. */
    private static void requeue(Iterable<Delivery> deliveries) {
        List<Delivery> latestFirst = new ArrayList<>();
        deliveries.forEach(latestFirst::add);
        latestFirst.sort(Comparator.comparing(Delivery::number).reversed());
        latestFirst.forEach(Delivery::requeue);
        latestFirst.forEach(Delivery::cancel);
    }

    private static void join(Thread thread, Duration limit) {
        try {
            thread.join(limit.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

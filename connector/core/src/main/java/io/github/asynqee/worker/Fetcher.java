package io.github.asynqee.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Predicate;

import io.github.asynqee.broker.Broker;
import io.github.asynqee.broker.BrokerException;
import io.github.asynqee.broker.DequeuedTasks;

/**
 * Takes tasks from the queues, as many as lanes are free or will be in a moment and in the order of {@link QueueOrder}. A queue found
 * empty is left to its {@link QueueWatch}, or asked again after a pause that grows up to the check interval if it has
 * none; a paused one is asked again after the check interval, one that cannot be asked after a growing pause.
 */
final class Fetcher implements Runnable {

    private static final Logger LOG = System.getLogger(Fetcher.class.getName());
    private static final Duration LONGEST_REST = Duration.ofSeconds(5);
    private static final Duration SHORTEST_POLL = Duration.ofMillis(10);
    /** Each watched queue costs a thread and a connection. */
    private static final int MAX_WATCHED = 16;
    /** So long a queue rests at first, and at most, whose outcomes are not written fast enough. */
    private static final Duration SHORTEST_BEHIND = Duration.ofMillis(1);
    private static final Duration LONGEST_BEHIND = Duration.ofMillis(50);

    private final Broker broker;
    private final Router router;
    private final QueueOrder order;
    private final WorkerConfig config;
    private final Dispatcher dispatcher;
    private final Predicate<String> isBehind;
    private final Signal signal = new Signal();
    private final Map<String, Source> sources = new LinkedHashMap<>();
    /** The queue, if there is one only. */
    private final Source only;
    private long roundBegan;
    private volatile boolean stopped;

    /** What is done with the tasks that are fetched. */
    interface Dispatcher {
        void dispatch(String queue, DequeuedTasks tasks);
    }

    /** A queue and what is known of it. */
    private final class Source {
        /** Says when there are tasks again; {@code null} if the queue must be asked. */
        private final QueueWatch watch;
        private final Backoff backoff = new Backoff();
        private Duration emptyPause = SHORTEST_POLL;
        private Duration behindPause = SHORTEST_BEHIND;
        /** Whether the queue may have tasks; it is being watched otherwise. */
        private volatile boolean promising = true;
        private long askAgainAt = System.nanoTime();

        Source(String queue, boolean watched) {
            watch = watched ? new QueueWatch(queue, broker.pendingPeek(queue), () -> {
                promising = true;
                signal.give();
            }) : null;
        }

        boolean isWatched() {
            return watch != null && !promising;
        }

        boolean isDue() {
            return promising && System.nanoTime() - askAgainAt >= 0;
        }

        void restFor(Duration pause) {
            askAgainAt = System.nanoTime() + pause.toNanos();
        }

        /** Its outcomes are not written fast enough. */
        void isBehind() {
            restFor(behindPause);
            behindPause = min(behindPause.multipliedBy(2), LONGEST_BEHIND);
        }

        void found(int tasks, int asked) {
            behindPause = SHORTEST_BEHIND;
            if (tasks > 0) {
                emptyPause = SHORTEST_POLL;
            }
            if (tasks == asked) {
                return;
            }
            if (watch != null && watch.isUsable()) {
                promising = false;
                watch.arm();
            } else {
                restFor(emptyPause);
                emptyPause = min(emptyPause.multipliedBy(2), config.taskCheckInterval());
            }
        }

        private static Duration min(Duration a, Duration b) {
            return a.compareTo(b) < 0 ? a : b;
        }
    }

    /**
     * Creates a fetcher.
     *
     * @param isBehind whether so many outcomes of a queue are still to be written that its tasks would be run in vain
     */
    Fetcher(Broker broker, Router router, WorkerConfig config, Dispatcher dispatcher, Predicate<String> isBehind) {
        this.broker = broker;
        this.router = router;
        this.order = new QueueOrder(router.priorities(), config.strictPriority(), new Random());
        this.config = config;
        this.dispatcher = dispatcher;
        this.isBehind = isBehind;
        router.priorities().keySet()
                .forEach(queue -> sources.put(queue, new Source(queue, sources.size() < MAX_WATCHED)));
        only = sources.size() == 1 ? sources.values().iterator().next() : null;
    }

    /** The watches that are to be run, each by a thread of its own. */
    List<QueueWatch> watches() {
        return only != null ? List.of() : allWatches();
    }

    private List<QueueWatch> allWatches() {
        return sources.values().stream().map(source -> source.watch).filter(Objects::nonNull).toList();
    }

    /** Says that a lane has become free. */
    void demand() {
        signal.give();
    }

    void stop() {
        stopped = true;
        allWatches().forEach(QueueWatch::stop);
        signal.give();
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                if (!fetchFromAllUnlessBroken()) {
                    rest();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A single queue that is empty is watched from here, which saves a hand-over between threads. */
    private void rest() throws InterruptedException {
        if (only != null && only.isWatched()) {
            only.watch.watch();
        } else {
            signal.await(untilNextIsDue());
        }
    }

    /** The thread must outlive any defect: nobody else fetches. */
    private boolean fetchFromAllUnlessBroken() throws InterruptedException {
        try {
            return fetchFromAll();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "cannot fetch tasks, trying again", e);
            signal.await(config.taskCheckInterval());
            return true;
        }
    }

    /**
     * Fetches once from each queue that may have tasks and gets a share, in an order that is made anew each time. With strict
     * priorities the first one gets all, and the next ones are asked only if it has no more. Returns whether it is worth
     * while to do so again at once.
     */
    private boolean fetchFromAll() {
        roundBegan = System.nanoTime();
        List<String> queues = order.next();
        int[] capacities = capacities(queues);
        boolean again = false;
        for (int i = 0; i < capacities.length && !stopped; i++) {
            String queue = queues.get(i);
            Source source = sources.get(queue);
            if (capacities[i] > 0 && source.isDue() && isBehind.test(queue)) {
                source.isBehind();
            } else if (capacities[i] > 0 && source.isDue()) {
                int share = order.share(capacities[i], queue, rivals(queues, capacities, i));
                int taken = share == 0 ? 0 : fetch(queue, source, Math.min(share, config.fetchBatch()));
                // who got no share may be the only one with tasks
                again |= taken > 0 || share == 0;
                if (share == capacities[i] && source.isDue()) {
                    return again;
                }
                for (int j = i + 1; j < capacities.length; j++) {
                    capacities[j] -= router.shareLanes(queue, queues.get(j)) ? taken : 0;
                }
            }
        }
        return again;
    }

    /** Those of the queues after one that may have tasks for the same lanes. */
    private List<String> rivals(List<String> queues, int[] capacities, int at) {
        List<String> rivals = new ArrayList<>();
        for (int i = at + 1; i < capacities.length; i++) {
            String other = queues.get(i);
            if (capacities[i] > 0 && sources.get(other).isDue() && router.shareLanes(queues.get(at), other)) {
                rivals.add(other);
            }
        }
        return rivals;
    }

    /**
     * The capacities at the beginning of a round. Taken from the last queue to the first: a lane that becomes free
     * meanwhile must not be seen by a later queue alone, or it would overtake an earlier one.
     */
    private int[] capacities(List<String> queues) {
        int[] capacities = new int[queues.size()];
        for (int i = capacities.length - 1; i >= 0; i--) {
            capacities[i] = router.capacity(queues.get(i));
        }
        return capacities;
    }

    /** Returns how many tasks there were. */
    private int fetch(String queue, Source source, int capacity) {
        try {
            broker.synchronizeClock();
            DequeuedTasks tasks = broker.working().dequeue(queue, capacity);
            source.backoff.succeeded();
            if (tasks.paused()) {
                source.restFor(config.taskCheckInterval());
            } else {
                source.found(tasks.size(), capacity);
            }
            dispatcher.dispatch(queue, tasks);
            return tasks.size();
        } catch (BrokerException e) {
            LOG.log(source.backoff.isFirst() ? Level.WARNING : Level.DEBUG,
                    () -> "cannot fetch tasks of queue " + queue + ", trying again: " + e.getMessage());
            source.restFor(source.backoff.failed());
            return 0;
        }
    }

    /** A queue that has become due since the round began is due now; one that was due then waits for a lane. */
    private Duration untilNextIsDue() {
        long rest = LONGEST_REST.toNanos();
        for (Source source : sources.values()) {
            if (source.promising && source.askAgainAt - roundBegan > 0) {
                rest = Math.min(rest, Math.max(0, source.askAgainAt - System.nanoTime()));
            }
        }
        return Duration.ofNanos(rest);
    }
}

package io.github.asynqee.worker;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

import io.github.asynqee.broker.Broker;
import io.github.asynqee.broker.BrokerException;
import io.github.asynqee.broker.DequeuedTasks;

/**
 * Takes tasks from the queues, as many as there are free lanes and in the order of {@link QueueOrder}. A queue found
 * empty is left to its {@link QueueWatch}, a paused one is asked again after the check interval.
 */
final class Fetcher implements Runnable {

    private static final Logger LOG = System.getLogger(Fetcher.class.getName());

    private final Broker broker;
    private final Router router;
    private final QueueOrder order;
    private final WorkerConfig config;
    private final Dispatcher dispatcher;
    private final Signal signal = new Signal();
    private final Backoff backoff = new Backoff();
    private final Map<String, QueueWatch> watches = new HashMap<>();
    /** Queues that may have tasks; the others are being watched. */
    private final Map<String, Boolean> promising = new ConcurrentHashMap<>();
    /** Queues that were paused, by when to ask them again, {@link System#nanoTime()}. */
    private final Map<String, Long> paused = new HashMap<>();
    private volatile boolean stopped;

    /** What is done with the tasks that are fetched. */
    interface Dispatcher {
        void dispatch(String queue, DequeuedTasks tasks);
    }

    Fetcher(Broker broker, Router router, WorkerConfig config, Dispatcher dispatcher) {
        this.broker = broker;
        this.router = router;
        this.order = new QueueOrder(router.priorities(), config.strictPriority(), new Random());
        this.config = config;
        this.dispatcher = dispatcher;
        router.priorities().keySet().forEach(this::watch);
    }

    private void watch(String queue) {
        promising.put(queue, true);
        watches.put(queue, new QueueWatch(queue, broker.pendingPeek(queue), config.taskCheckInterval(), () -> {
            promising.put(queue, true);
            signal.give();
        }));
    }

    /** The watches, each to be run by a thread of its own. */
    List<QueueWatch> watches() {
        return new ArrayList<>(watches.values());
    }

    /** Says that a lane has become free. */
    void demand() {
        signal.give();
    }

    void stop() {
        stopped = true;
        watches.values().forEach(QueueWatch::stop);
        signal.give();
    }

    @Override
    public void run() {
        try {
            while (!stopped) {
                try {
                    if (!fetchOnce()) {
                        signal.await(untilNextCheck());
                    }
                    backoff.succeeded();
                } catch (BrokerException e) {
                    Level level = backoff.isFirst() ? Level.WARNING : Level.DEBUG;
                    Duration pause = backoff.failed();
                    LOG.log(level, () -> "cannot fetch tasks, trying again: " + e.getMessage(), e);
                    signal.await(pause);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One round over all queues; returns whether anything was fetched. */
    private boolean fetchOnce() {
        boolean fetched = false;
        for (String queue : order.next()) {
            int capacity = Math.min(router.capacity(queue), config.fetchBatch());
            if (stopped || capacity <= 0 || !isPromising(queue)) {
                continue;
            }
            fetched |= fetch(queue, capacity);
        }
        return fetched;
    }

    private boolean isPromising(String queue) {
        Long askAgain = paused.get(queue);
        if (askAgain != null) {
            return System.nanoTime() - askAgain >= 0;
        }
        return promising.containsKey(queue);
    }

    private boolean fetch(String queue, int capacity) {
        DequeuedTasks tasks = broker.working().dequeue(queue, capacity);
        if (tasks.paused()) {
            paused.put(queue, System.nanoTime() + config.taskCheckInterval().toNanos());
            return false;
        }
        paused.remove(queue);
        int found = tasks.leases().size() + tasks.unusable().size() + tasks.vanished().size();
        if (found < capacity) {
            promising.remove(queue);
            watches.get(queue).arm();
        }
        if (found > 0) {
            dispatcher.dispatch(queue, tasks);
        }
        return found > 0;
    }

    private Duration untilNextCheck() {
        long wait = Duration.ofSeconds(5).toNanos();
        for (long askAgain : paused.values()) {
            wait = Math.min(wait, Math.max(askAgain - System.nanoTime(), 0));
        }
        return Duration.ofNanos(wait);
    }
}

package io.github.asynqee.internal.feature.limit;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.asynqee.internal.feature.PerQueue;
import io.github.asynqee.internal.feature.limit.LimitCommands.LimitLook;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.Signal;

/**
 * Finds keys of limits that get capacity without a settlement: the rate window has moved on, the pause of the key has
 * ended, or the worker of a task has died. Settling a task makes its key ready immediately. Notifies the fetcher of
 * ready keys. Any number of processes may run it.
 */
final class LimitWatch implements PeriodicJob {

    /** The longest time between two runs. */
    static final Duration INTERVAL = Duration.ofSeconds(1);

    private static final Logger LOG = System.getLogger(LimitWatch.class.getName());

    private final LimitCommands commands;
    private final Supplier<Map<String, List<LimitRule>>> limits;
    private final ObjIntConsumer<String> postponed;
    private final Consumer<String> ready;
    private final Predicate<String> isServed;
    private final PerQueue queues = new PerQueue(LOG,
            "cannot check the limit keys of queue {0}; retrying: {1}");
    private final LongSupplier nanoTime;
    private final Signal wakeup = new Signal();
    /** Queue to the index from which its running tasks are checked next. */
    private final Map<String, Integer> checked = new HashMap<>();
    private Map<String, List<LimitRule>> ofQueues = Map.of();
    private Duration rest;
    private volatile long nextRun;
    private long nextCheck;
    /**
     * Whether this run checks running tasks. Not every run does, because a rate can cause hundreds of runs per second.
     */
    private boolean checks;

    /**
     * Creates the service.
     *
     * @param commands the operations on keys
     * @param limits supplies queues to their limits, for queues with limits
     * @param isServed whether to serve a queue now
     * @param postponed receives for a queue how many tasks were blocked
     * @param ready receives a queue with ready keys
     * @param nanoTime the monotonic clock
     */
    LimitWatch(LimitCommands commands, Supplier<Map<String, List<LimitRule>>> limits, Predicate<String> isServed,
            ObjIntConsumer<String> postponed, Consumer<String> ready, LongSupplier nanoTime) {
        this.commands = commands;
        this.limits = limits;
        this.postponed = postponed;
        this.ready = ready;
        this.nanoTime = nanoTime;
        this.isServed = isServed;
        nextRun = nanoTime.getAsLong();
        nextCheck = nextRun;
    }

    @Override
    public Duration runOnce() {
        ofQueues = limits.get();
        rest = INTERVAL;
        long now = nanoTime.getAsLong();
        nextRun = now + INTERVAL.toNanos();
        checks = now - nextCheck >= 0;
        if (checks) {
            nextCheck = nextRun;
        }
        queues.run(ofQueues.keySet(), isServed, this::look);
        nextRun = nanoTime.getAsLong() + rest.toNanos();
        return rest;
    }

    private void look(String queue) {
        int from = checks ? checked.getOrDefault(queue, 0) : LimitCommands.UNCHECKED;
        LimitLook look = commands.look(queue, ofQueues.get(queue), from);
        if (checks) {
            checked.put(queue, look.from());
        }
        if (look.postponed() > 0) {
            postponed.accept(queue, look.postponed());
        }
        if (look.ready() > 0) {
            ready.accept(queue);
        }
        if (look.next() != null && look.next().compareTo(rest) < 0) {
            rest = look.next();
        }
    }

    @Override
    public Signal wakeup() {
        return wakeup;
    }

    /** A check is due after this time; zero means that a key is ready. */
    void accept(String queue, Duration in) {
        if (in.isZero()) {
            ready.accept(queue);
        } else if (nanoTime.getAsLong() + in.toNanos() - nextRun < 0) {
            wakeup.set();
        }
    }
}

package io.github.asynqee.bench.round;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.contender.Order;

/**
 * Numbered tasks being handled, from before the first one to after the last one: what they cost, how fast it went and
 * whether each was handled exactly once.
 */
public final class Handling {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** A contender slower than that is taken to have stopped. */
    private static final int SLOWEST_PER_SECOND = 250;
    private static final Duration PROCESSED_LIMIT = Duration.ofSeconds(10);
    /** When all are processed, they are gone from Redis. */
    private static final Duration LEFTOVER_LIMIT = Duration.ofSeconds(1);
    private static final long PAUSE_NANOS = 10_000_000;

    private final RedisMeter redis;
    private final Contender contender;
    private final Queues queues;
    private final int tasks;
    private final String leftBefore;
    private final long processedBefore;
    private Usage before;
    private Map<String, Long> tally = Map.of();

    /**
     * Looks at the queues before the tasks are there.
     *
     * @param redis where
     * @param contender who handles them
     * @param queues which queues they are in
     * @param tasks how many they are
     */
    public Handling(RedisMeter redis, Contender contender, List<String> queues, int tasks) {
        this.redis = redis;
        this.contender = contender;
        this.queues = new Queues(redis, queues);
        this.tasks = tasks;
        this.leftBefore = leftovers();
        this.processedBefore = processed();
    }

    /** From now on it counts what is used. */
    public void begin() {
        before = Usage.now(redis, contender);
    }

    /**
     * Waits until all tasks are handled and their outcomes written.
     *
     * @return what came of it
     */
    public Round end() {
        long patience = PATIENCE.toMillis() + tasks * 1_000L / SLOWEST_PER_SECOND;
        tally = contender.ask(Order.to("await").with("tasks", tasks).with("within", patience));
        // one small question at a time: this is being measured
        waitUntil(PROCESSED_LIMIT, () -> processed() - processedBefore >= tasks);
        Map<String, Double> figures = new LinkedHashMap<>(Usage.now(redis, contender).perTask(before, tasks));
        waitUntil(LEFTOVER_LIMIT, () -> leftovers().equals(leftBefore));
        long nanos = tally.getOrDefault("last", 0L) - tally.getOrDefault("first", 0L);
        if (nanos > 0) {
            figures.put("tasks/s", tasks * 1e9 / nanos);
        }
        Verdict verdict = new Verdict(tasks, tally, processed() - processedBefore, leftBefore, leftovers());
        return new Round(figures, verdict.fault());
    }

    /** @return what the contender has counted until the end */
    public Map<String, Long> tally() {
        return tally;
    }

    private static void waitUntil(Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private long processed() {
        return queues.processed();
    }

    private String leftovers() {
        return queues.leftovers();
    }
}

package io.github.asynqee.bench.round;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.subject.Command;

/** The tasks of a round, from before the first is enqueued until all outcomes are written: usage, rate and check. */
public final class Handling {

    private static final Duration AWAIT_LIMIT = Duration.ofSeconds(60);
    /** A subject slower than this is considered stopped. */
    private static final int SLOWEST_PER_SECOND = 250;
    private static final Duration PROCESSED_LIMIT = Duration.ofSeconds(10);
    private static final Duration LEFTOVER_LIMIT = Duration.ofSeconds(1);
    private static final long PAUSE_NANOS = 10_000_000;

    private final RedisMeter redis;
    private final Subject subject;
    private final Queues queues;
    private final int tasks;
    private final String leftBefore;
    private final long processedBefore;
    private Usage before;
    private Map<String, Long> summary = Map.of();

    /** Reads the queues, and lets the subject expect the tasks. */
    public Handling(RedisMeter redis, Subject subject, List<String> queues, int tasks) {
        this.redis = redis;
        this.subject = subject;
        this.queues = new Queues(redis, queues);
        this.tasks = tasks;
        leftBefore = this.queues.leftovers();
        processedBefore = this.queues.processed();
        subject.send(Command.of("expect").with("tasks", tasks));
    }

    /** Usage counts from here. */
    public Handling begin() {
        before = Usage.now(redis, subject);
        return this;
    }

    /** Waits until all tasks are handled and their outcomes are written. */
    public Round end() {
        long limit = AWAIT_LIMIT.toMillis() + tasks * 1_000L / SLOWEST_PER_SECOND;
        summary = subject.send(Command.of("await").with("tasks", tasks).with("within", limit));
        // only one small command for each poll, because usage is still being measured
        waitUntil(PROCESSED_LIMIT, () -> processed() >= tasks);
        Map<String, Double> figures = new LinkedHashMap<>(Usage.now(redis, subject).since(before, tasks, "task"));
        waitUntil(LEFTOVER_LIMIT, () -> queues.leftovers().equals(leftBefore));
        long nanos = summary.getOrDefault("last", 0L) - summary.getOrDefault("first", 0L);
        if (nanos > 0) {
            figures.put("tasks/s", tasks * 1e9 / nanos);
        }
        return new Round(figures, RoundCheck.handled(tasks, summary, processed(), leftBefore, queues.leftovers()));
    }

    /** The counts of the subject when the round ended. */
    public Map<String, Long> summary() {
        return summary;
    }

    private long processed() {
        return queues.processed() - processedBefore;
    }

    private static void waitUntil(Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean() && System.nanoTime() < end) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}

package io.github.asynqee.bench.contender;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Which tasks were handled, how often, and how long after they could have been started. Tasks are counted in groups, so that
 * the parts of a process that handle them can be told apart.
 */
public final class Tally {

    /** The tasks of all groups. */
    public static final int ALL = -1;
    private static final int GROUPS = 2;

    private final AtomicIntegerArray times;
    private final long[] startedAt;
    private final long[] latency;
    private final byte[] groupOf;
    private final AtomicIntegerArray distinct = new AtomicIntegerArray(GROUPS);
    private final AtomicInteger strangers = new AtomicInteger();

    /**
     * Expects tasks.
     *
     * @param expected how many: their numbers are below
     */
    public Tally(int expected) {
        times = new AtomicIntegerArray(expected);
        startedAt = new long[expected];
        latency = new long[expected];
        groupOf = new byte[expected];
    }

    /**
     * A handler has been called.
     *
     * @param payload its task's
     */
    public void started(byte[] payload) {
        started(payload, 0);
    }

    /**
     * A handler of a group has been called.
     *
     * @param payload its task's
     * @param group 0 or 1
     */
    public void started(byte[] payload, int group) {
        BenchTask task = BenchTask.of(payload);
        long now = BenchTask.nanos(Instant.now());
        if (task.number() < 0 || task.number() >= startedAt.length) {
            strangers.incrementAndGet();
        } else if (times.getAndIncrement(task.number()) == 0) {
            startedAt[task.number()] = now;
            latency[task.number()] = now - task.readyAt();
            groupOf[task.number()] = (byte) group;
            distinct.incrementAndGet(group);
        }
    }

    /**
     * Waits until tasks have been started.
     *
     * @param tasks how many different ones
     * @param group of which group, or {@link #ALL}
     * @param withinMillis how long to wait
     */
    public void await(int tasks, int group, long withinMillis) {
        long end = System.nanoTime() + withinMillis * 1_000_000;
        while (distinct(group) < tasks && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private int distinct(int group) {
        return group == ALL ? distinct.get(0) + distinct.get(1) : distinct.get(group);
    }

    /**
     * What was seen so far.
     *
     * @param group of which group, or {@link #ALL}
     * @return {@code distinct}, {@code duplicates}, {@code strangers}, which have no group; {@code first} and {@code last}
     *         start, in nanoseconds since 1970; {@code min}, {@code p50}, {@code p95}, {@code p99} and {@code max} of the
     *         start latency in nanoseconds
     */
    public Map<String, Long> summary(int group) {
        int seen = 0;
        long duplicates = 0;
        long[] latencies = new long[startedAt.length];
        long first = Long.MAX_VALUE;
        long last = 0;
        for (int i = 0; i < startedAt.length; i++) {
            int count = times.get(i);
            // one that is being counted just now has no time yet
            if (count > 0 && startedAt[i] > 0 && (group == ALL || groupOf[i] == group)) {
                latencies[seen++] = latency[i];
                duplicates += count - 1;
                first = Math.min(first, startedAt[i]);
                last = Math.max(last, startedAt[i]);
            }
        }
        Map<String, Long> result = new LinkedHashMap<>();
        result.put("distinct", (long) seen);
        result.put("duplicates", duplicates);
        result.put("strangers", (long) strangers.get());
        if (seen > 0) {
            Arrays.sort(latencies, 0, seen);
            result.put("first", first);
            result.put("last", last);
            result.put("min", latencies[0]);
            result.put("p50", quantile(latencies, seen, 0.50));
            result.put("p95", quantile(latencies, seen, 0.95));
            result.put("p99", quantile(latencies, seen, 0.99));
            result.put("max", latencies[seen - 1]);
        }
        return result;
    }

    private static long quantile(long[] sorted, int count, double share) {
        return sorted[Math.max(0, (int) Math.ceil(count * share) - 1)];
    }
}

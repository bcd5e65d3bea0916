package io.github.asynqee.bench.subject;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/** Records which tasks were started, how often, and how long after they could have started. Counts in two groups. */
public final class Recorder {

    /** The tasks of both groups. */
    public static final int ALL = -1;
    private static final int GROUPS = 2;

    private final AtomicIntegerArray starts;
    private final long[] startedAt;
    private final long[] latency;
    private final byte[] groupOf;
    private final AtomicIntegerArray distinct = new AtomicIntegerArray(GROUPS);
    private final AtomicInteger unexpected = new AtomicInteger();

    /** Expects tasks with numbers below this one. */
    public Recorder(int expected) {
        starts = new AtomicIntegerArray(expected);
        startedAt = new long[expected];
        latency = new long[expected];
        groupOf = new byte[expected];
    }

    /** A handler was called with this payload. */
    public void started(byte[] payload) {
        started(payload, 0);
    }

    /** A handler of a group, 0 or 1, was called with this payload. */
    public void started(byte[] payload, int group) {
        BenchTask task = BenchTask.of(payload);
        long now = BenchTask.nanos(Instant.now());
        if (task.number() < 0 || task.number() >= startedAt.length) {
            unexpected.incrementAndGet();
        } else if (starts.getAndIncrement(task.number()) == 0) {
            startedAt[task.number()] = now;
            latency[task.number()] = now - task.readyAt();
            groupOf[task.number()] = (byte) group;
            distinct.incrementAndGet(group);
        }
    }

    /** Waits until this many different tasks of a group were started, or for a time. */
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
     * The counts of a group.
     *
     * @param group 0, 1 or {@link #ALL}
     * @return {@code distinct}, {@code duplicates}, {@code unexpected} of both groups; {@code first} and {@code last}
     *         start in nanoseconds since 1970; {@code min}, {@code p50}, {@code p95}, {@code p99} and {@code max} of
     *         the start latency in nanoseconds
     */
    public Map<String, Long> summary(int group) {
        int seen = 0;
        long duplicates = 0;
        long[] latencies = new long[startedAt.length];
        long first = Long.MAX_VALUE;
        long last = 0;
        for (int i = 0; i < startedAt.length; i++) {
            int count = starts.get(i);
            // a task that is being recorded at this moment has no time yet
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
        result.put("unexpected", (long) unexpected.get());
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

package io.github.asynqee.bench.contender;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/** Which tasks were handled, how often, and how long after they could have been started. */
public final class Tally {

    private final AtomicIntegerArray times;
    private final long[] startedAt;
    private final long[] latency;
    private final AtomicInteger distinct = new AtomicInteger();
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
    }

    /**
     * A handler has been called.
     *
     * @param payload its task's
     */
    public void started(byte[] payload) {
        BenchTask task = BenchTask.of(payload);
        long now = BenchTask.nanos(Instant.now());
        if (task.number() < 0 || task.number() >= startedAt.length) {
            strangers.incrementAndGet();
        } else if (times.getAndIncrement(task.number()) == 0) {
            startedAt[task.number()] = now;
            latency[task.number()] = now - task.readyAt();
            distinct.incrementAndGet();
        }
    }

    /**
     * Waits until tasks have been started.
     *
     * @param tasks how many different ones
     * @param withinMillis how long to wait
     */
    public void await(int tasks, long withinMillis) {
        long end = System.nanoTime() + withinMillis * 1_000_000;
        while (distinct.get() < tasks && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    /**
     * What was seen so far.
     *
     * @return {@code distinct}, {@code duplicates}, {@code strangers}; {@code first} and {@code last} start, in nanoseconds
     *         since 1970; {@code p50}, {@code p95}, {@code p99} and {@code max} of the start latency in nanoseconds
     */
    public Map<String, Long> summary() {
        int seen = 0;
        long duplicates = 0;
        long[] latencies = new long[startedAt.length];
        long first = Long.MAX_VALUE;
        long last = 0;
        for (int i = 0; i < startedAt.length; i++) {
            int count = times.get(i);
            if (count > 0) {
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

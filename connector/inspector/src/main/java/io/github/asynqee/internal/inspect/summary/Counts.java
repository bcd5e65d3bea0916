package io.github.asynqee.internal.inspect.summary;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

import io.github.asynqee.internal.statistics.DurationBuckets;
import io.github.asynqee.statistics.QueueStatistics.Durations;
import io.github.asynqee.statistics.QueueStatistics.Numbers;

/** Sums of recorded numbers. */
final class Counts {

    /** No records. Do not add to this object. */
    static final Counts NONE = new Counts();

    private final long[] waiting = new long[DurationBuckets.COUNT];
    private final long[] running = new long[DurationBuckets.COUNT];
    private long processed;
    private long failed;

    /** Adds a recorded field; ignores fields of other versions. */
    void add(String code, String value) {
        try {
            long number = Long.parseLong(value);
            switch (code.charAt(0)) {
                case 'p' -> processed += number;
                case 'f' -> failed += number;
                case 'w' -> waiting[Integer.parseInt(code.substring(1))] += number;
                case 'r' -> running[Integer.parseInt(code.substring(1))] += number;
                default -> {
                }
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // written by another version
        }
    }

    void add(Counts more) {
        processed += more.processed;
        failed += more.failed;
        Arrays.setAll(waiting, i -> waiting[i] + more.waiting[i]);
        Arrays.setAll(running, i -> running[i] + more.running[i]);
    }

    long processed() {
        return processed;
    }

    Numbers numbers(Instant at) {
        return new Numbers(at, processed, failed, durations(waiting), durations(running));
    }

    private static Durations durations(long[] buckets) {
        long count = Arrays.stream(buckets).sum();
        return count == 0 ? new Durations(0, null, null)
                : new Durations(count, percentile(buckets, count, 50), percentile(buckets, count, 95));
    }

    /** Returns the estimate for the bucket that contains the percentile. */
    private static Duration percentile(long[] buckets, long count, int percent) {
        long rank = Math.max(1, (count * percent + 99) / 100);
        int bucket = 0;
        for (long seen = buckets[0]; seen < rank; seen += buckets[bucket]) {
            bucket++;
        }
        return DurationBuckets.estimate(bucket);
    }
}

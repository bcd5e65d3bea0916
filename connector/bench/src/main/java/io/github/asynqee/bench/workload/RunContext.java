package io.github.asynqee.bench.workload;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.report.Measurement;
import io.github.asynqee.bench.report.Skipped;

/**
 * One run of one workload.
 *
 * @param redis the Redis of all subjects, empty at the start
 * @param subjects what is measured, in the order of their turns
 * @param producers starts or returns the program that enqueues the tasks of latency workloads
 * @param rounds the number of rounds of each setting
 * @param scale a factor for numbers of tasks
 * @param settings only settings whose names contain a match are measured
 * @param recorder receives each measurement
 * @param skipped receives what cannot be measured
 */
public record RunContext(RedisMeter redis, List<Subject> subjects, Supplier<Subject> producers, int rounds,
        double scale, Pattern settings, Consumer<Measurement> recorder, Consumer<Skipped> skipped) {

    boolean wants(String setting) {
        return settings.matcher(setting).find();
    }

    /** A number of tasks, at least 1. */
    int scaled(int full) {
        return (int) Math.max(1, Math.round(full * scale));
    }

    Subject producer() {
        return producers.get();
    }
}

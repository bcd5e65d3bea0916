package io.github.asynqee.bench.round;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.report.Measurement;
import io.github.asynqee.bench.report.Skipped;
import io.github.asynqee.bench.subject.Command;

/**
 * One run of one workload.
 *
 * @param redis the Redis of all subjects, empty at the start
 * @param subjects the measured subjects, in their order
 * @param producers starts or returns the program that enqueues the tasks of latency workloads
 * @param rounds the number of rounds of each setting
 * @param scale a factor for numbers of tasks
 * @param settings only settings whose names contain a match are measured
 * @param recorder receives each measurement
 * @param skipped receives the settings that cannot be measured
 */
public record RunContext(RedisMeter redis, List<Subject> subjects, Supplier<Subject> producers, int rounds,
        double scale, Pattern settings, Consumer<Measurement> recorder, Consumer<Skipped> skipped) {

    private static final Logger LOG = System.getLogger(RunContext.class.getName());

    /** The same run on another Redis. */
    public RunContext on(RedisMeter other) {
        return new RunContext(other, subjects, producers, rounds, scale, settings, recorder, skipped);
    }

    /**
     * Stops the workers and servers of all subjects, because a server that was started to enqueue must not outlive its
     * Redis.
     */
    public void stopAll() {
        for (Subject subject : subjects) {
            try {
                subject.send(Command.of("stop"));
            } catch (RuntimeException e) {
                LOG.log(Level.WARNING, "{0} cannot be stopped: {1}", subject.name(), e.getMessage());
            }
        }
    }

    public boolean wants(String setting) {
        return settings.matcher(setting).find();
    }

    /** A number of tasks, at least 1. */
    public int scaled(int full) {
        return (int) Math.max(1, Math.round(full * scale));
    }

    public Subject producer() {
        return producers.get();
    }
}

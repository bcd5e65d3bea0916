package io.github.asynqee.bench.round;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

import io.github.asynqee.bench.process.Subject;

/**
 * Rounds that are not recorded, until the subject has warmed up: its processor time per task has not dropped by a
 * twentieth within five rounds. Compilation of an application server's code takes longer than one round.
 */
final class WarmUp {

    private static final Logger LOG = System.getLogger(WarmUp.class.getName());
    private static final String TIME = "worker-us/task";
    private static final int MOST_ROUNDS = 30;
    /**
     * Time after which no further round of the warm-up begins. With a minute for each subject, all settings would take
     * hours.
     */
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final int WITHOUT_GAIN = 5;
    private static final double GAIN = 0.05;

    private WarmUp() {}

    /**
     * Runs the rounds; returns the number of tasks of the next round, empty if a round was void. With a scale below 1
     * there are fewer rounds.
     */
    static OptionalInt run(Setting setting, Subject subject) {
        List<Double> times = new ArrayList<>();
        int most = Math.min(MOST_ROUNDS, setting.run().scaled(MOST_ROUNDS));
        int count = setting.warmUp();
        int tasks = setting.tasks();
        long end = System.nanoTime() + LIMIT.toNanos();
        while (times.size() < most && !isSteady(times) && System.nanoTime() < end) {
            Round round = setting.warmUpRound(subject, count);
            if (!round.isValid()) {
                return OptionalInt.empty();
            }
            times.add(round.figures().getOrDefault(TIME, 0.0));
            count = setting.warmUp(round);
            tasks = setting.tasks(round);
        }
        LOG.log(Level.INFO, "{0}, {1}: rounds of warm-up, by processor time per task in microseconds: {2}",
                subject.name(), setting.name(), times);
        return OptionalInt.of(tasks);
    }

    /** Whether the last rounds were not faster than the fastest before them. */
    static boolean isSteady(List<Double> times) {
        int before = times.size() - WITHOUT_GAIN;
        return before > 0 && Collections.min(times.subList(before, times.size())) >= (1 - GAIN)
                * Collections.min(times.subList(0, before));
    }
}

package io.github.asynqee.bench.round;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.report.Measurement;

/**
 * Runs the rounds of a setting: all subjects begin, each has a {@linkplain WarmUp warm-up}, then they take turns
 * round by round. After a void round a subject begins again; a subject that cannot begin has only void rounds.
 */
public final class RoundRobin {

    private static final Logger LOG = System.getLogger(RoundRobin.class.getName());

    private final String workload;
    private final Setting setting;
    private final RunContext run;
    /** The subjects that have begun, with the number of tasks of their rounds. */
    private final Map<Subject, Integer> tasks = new LinkedHashMap<>();

    private RoundRobin(String workload, Setting setting) {
        this.workload = workload;
        this.setting = setting;
        this.run = setting.run();
    }

    /** Measures all subjects that support the setting, if the run includes it. */
    public static void measure(String workload, Setting setting) {
        if (setting.run().wants(setting.name())) {
            new RoundRobin(workload, setting).measure();
        }
    }

    private void measure() {
        try {
            run.subjects().stream().filter(setting::supports).forEach(this::begin);
            for (int round = 1; round <= run.rounds(); round++) {
                for (Subject subject : List.copyOf(tasks.keySet())) {
                    round(subject, round);
                }
            }
        } finally {
            tasks.keySet().forEach(this::end);
        }
    }

    private void begin(Subject subject) {
        try {
            setting.begin(subject);
            tasks.put(subject, warmUp(subject));
        } catch (RuntimeException e) {
            remove(subject, 1, e);
        }
    }

    /** Returns the number of tasks of a round. After a void round the subject begins again, and is not warmed up. */
    private int warmUp(Subject subject) {
        if (setting.warmUp() == 0) {
            return setting.tasks();
        }
        OptionalInt count = WarmUp.run(setting, subject);
        if (count.isEmpty()) {
            end(subject);
            setting.begin(subject);
        }
        return count.orElse(setting.tasks());
    }

    private void round(Subject subject, int number) {
        Round round = attempt(subject);
        record(subject, number, round);
        if (!round.isValid()) {
            end(subject);
            try {
                setting.begin(subject);
            } catch (RuntimeException e) {
                tasks.remove(subject);
                remove(subject, number + 1, e);
            }
        }
    }

    private Round attempt(Subject subject) {
        try {
            return setting.round(subject, tasks.get(subject));
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "round failed", e);
            return Round.failed(e);
        }
    }

    private void record(Subject subject, int number, Round round) {
        run.recorder().accept(new Measurement(workload, setting.name(), subject.name(), number, round.figures(),
                round.fault()));
    }

    /** Records void rounds from this one on. */
    private void remove(Subject subject, int round, RuntimeException reason) {
        for (int number = round; number <= run.rounds(); number++) {
            record(subject, number, Round.failed(reason));
        }
        end(subject);
    }

    private void end(Subject subject) {
        try {
            setting.end(subject);
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "{0} cannot be stopped: {1}", subject.name(), e.getMessage());
        }
    }
}

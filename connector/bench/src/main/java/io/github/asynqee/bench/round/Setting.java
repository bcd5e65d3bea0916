package io.github.asynqee.bench.round;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.subject.Command;

/** A workload with its parameters: the actions of a subject before, in and after its rounds. */
public abstract class Setting {

    /** The size of payloads in bytes. */
    public static final int SIZE = 100;
    private static final double ROUND_SECONDS = 1.5;

    private final RunContext run;
    private final String name;
    private final int tasks;
    private final Command start;

    /**
     * Creates the setting.
     *
     * @param run the run
     * @param name the varied parameter, for reports
     * @param tasks the number of tasks of a round
     * @param start the command that starts subjects, without Redis and queues
     */
    protected Setting(RunContext run, String name, int tasks, Command start) {
        this.run = run;
        this.name = name;
        this.tasks = tasks;
        this.start = start;
    }

    /** Starts a subject whose handlers only record the task. */
    public static Command concurrency(int concurrency) {
        return Command.of("start").with("concurrency", concurrency);
    }

    protected final RunContext run() {
        return run;
    }

    protected final RedisMeter redis() {
        return run.redis();
    }

    protected final String name() {
        return name;
    }

    protected final int tasks() {
        return tasks;
    }

    /** Whether a round has only as many tasks as fit into {@value #ROUND_SECONDS} s. */
    protected boolean isTimed() {
        return false;
    }

    /** The number of tasks of a round, after a round that shows how many fit. */
    protected final int tasks(Round last) {
        double rate = last.figures().getOrDefault("tasks/s", Double.MAX_VALUE);
        return isTimed() ? (int) Math.max(1, Math.min(tasks, Math.round(rate * ROUND_SECONDS))) : tasks;
    }

    /** The number of tasks of the first round of the warm-up, which is not recorded; 0 for no warm-up. */
    protected int warmUp() {
        return Math.max(1, isTimed() ? tasks / 10 : tasks / 2);
    }

    /** The number of tasks of the next round of the warm-up. */
    protected final int warmUp(Round last) {
        return isTimed() ? Math.max(1, tasks(last) / 2) : warmUp();
    }

    /** Runs a round of the warm-up. */
    protected Round warmUpRound(Subject subject, int count) {
        return round(subject, count);
    }

    protected boolean supports(Subject subject) {
        return subject.supports(start);
    }

    /** The command that starts a subject, without Redis and queues. */
    protected Command start(Subject subject) {
        return start;
    }

    /** Starts a subject with these queues. */
    protected final void start(Subject subject, String queues) {
        subject.send(redis().to(start(subject)).with("queues", queues));
    }

    /** Prepares a subject for its rounds. */
    protected void begin(Subject subject) {
        start(subject, Queues.name(subject) + ":1");
    }

    /** Runs a round. */
    protected abstract Round round(Subject subject, int count);

    /** Stops a subject and deletes its queues. */
    protected void end(Subject subject) {
        try {
            subject.send(Command.of("stop"));
        } finally {
            redis().clear(Queues.name(subject));
        }
    }
}

package io.github.asynqee.bench.workload;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.subject.Command;

/** A workload with its parameters: what a subject does before, in and after its rounds. */
abstract class Setting {

    /** The size of payloads in bytes. */
    static final int SIZE = 100;
    private static final double ROUND_SECONDS = 1.5;

    private final RunContext run;
    private final String name;
    private final int tasks;
    private final Command start;

    /**
     * Creates it.
     *
     * @param run the run of which it is part
     * @param name what is varied, for reports
     * @param tasks the number of tasks of a round
     * @param start the command that starts subjects, without Redis and queues
     */
    Setting(RunContext run, String name, int tasks, Command start) {
        this.run = run;
        this.name = name;
        this.tasks = tasks;
        this.start = start;
    }

    /** Starts a subject whose handlers only record the task. */
    static Command concurrency(int concurrency) {
        return Command.of("start").with("concurrency", concurrency);
    }

    final RunContext run() {
        return run;
    }

    final RedisMeter redis() {
        return run.redis();
    }

    final String name() {
        return name;
    }

    final int tasks() {
        return tasks;
    }

    /** Whether a round has as many tasks as fit into {@value #ROUND_SECONDS} s, at most all. */
    boolean isTimed() {
        return false;
    }

    /** The number of tasks of a round, after a round that shows how many fit. */
    final int tasks(Round last) {
        double rate = last.figures().getOrDefault("tasks/s", Double.MAX_VALUE);
        return isTimed() ? (int) Math.max(1, Math.min(tasks, Math.round(rate * ROUND_SECONDS))) : tasks;
    }

    /** The number of tasks of the first round of the warm-up, which is not recorded; 0 for no warm-up. */
    int warmUp() {
        return Math.max(1, isTimed() ? tasks / 10 : tasks / 2);
    }

    /** The number of tasks of the next round of the warm-up. */
    final int warmUp(Round last) {
        return isTimed() ? Math.max(1, tasks(last) / 2) : warmUp();
    }

    /** Runs a round of the warm-up. */
    Round warmUpRound(Subject subject, int count) {
        return round(subject, count);
    }

    boolean supports(Subject subject) {
        return subject.supports(start);
    }

    /** The command that starts a subject, without Redis and queues. */
    Command start(Subject subject) {
        return start;
    }

    /** Starts a subject with these queues. */
    final void start(Subject subject, String queues) {
        subject.send(redis().to(start(subject)).with("queues", queues));
    }

    /** Prepares a subject for its rounds. */
    void begin(Subject subject) {
        start(subject, Queues.name(subject) + ":1");
    }

    /** Runs a round. */
    abstract Round round(Subject subject, int count);

    /** Stops a subject and deletes its queues. */
    void end(Subject subject) {
        try {
            subject.send(Command.of("stop"));
        } finally {
            redis().clear(Queues.name(subject));
        }
    }
}

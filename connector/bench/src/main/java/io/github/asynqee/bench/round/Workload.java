package io.github.asynqee.bench.round;

/** A kind of work in several settings, done by all subjects that support it. */
public interface Workload {

    /** Its name in options and reports: lower case letters and dashes. */
    String name();

    /** The number of rounds of each setting, unless the options set another number. */
    int rounds();

    /** Measures the subjects of a run. */
    void run(RunContext run);
}

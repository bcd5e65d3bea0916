package io.github.asynqee.bench.arena;

import java.util.List;

/** Where a workload is done. */
public interface Arena {

    /** @return the Redis all contenders share, started for this workload and empty */
    RedisMeter redis();

    /** @return those that take part, in the order of their turns */
    List<Contender> contenders();

    /** @return enqueues what others are measured with, in a process of its own; takes part in nothing itself */
    Contender producer();

    /** @return how many rounds each setting has */
    int rounds();

    /**
     * Whether a setting is to be measured.
     *
     * @param setting its name in reports
     * @return false if options leave it out
     */
    default boolean wants(String setting) {
        return true;
    }

    /**
     * Scales a number of tasks or seconds down for short runs.
     *
     * @param full the number in a full run
     * @return the number in this run, at least 1
     */
    int scaled(int full);

    /**
     * Records a measurement and tells it on the console.
     *
     * @param measurement what was measured
     */
    void record(Measurement measurement);

    /**
     * Records that somebody cannot be measured, and tells it on the console.
     *
     * @param absence who, and why
     */
    void absent(Absence absence);
}

package io.github.asynqee.bench;

/** A workload with its parameters: what a contender does before, in and after its rounds. */
interface Setting {

    /** What is varied, for reports. */
    String name();

    /** How many tasks a round has. */
    int tasks();

    /** Whether a contender can take part. */
    default boolean suits(Contender contender) {
        return true;
    }

    /** Gets a contender ready for any number of rounds. */
    void begin(Contender contender);

    /** Does a round with so many tasks. */
    Round round(Contender contender, int tasks);

    /** Leaves nothing of the contender's behind, whatever has happened. */
    void end(Contender contender);
}

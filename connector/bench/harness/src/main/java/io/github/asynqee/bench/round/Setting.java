package io.github.asynqee.bench.round;

import io.github.asynqee.bench.arena.Contender;

/** A workload with its parameters: what a contender does before, in and after its rounds. */
public interface Setting {

    /** @return what is varied, for reports */
    String name();

    /** @return how many tasks a round has */
    int tasks();

    /** @return how many tasks the round has that comes before the others and is not recorded; 0 if there is none */
    default int warmUp() {
        return Math.max(1, tasks() / 2);
    }

    /**
     * Whether a contender can take part.
     *
     * @param contender who
     * @return false if it is left out
     */
    default boolean suits(Contender contender) {
        return true;
    }

    /**
     * Gets a contender ready for any number of rounds.
     *
     * @param contender who
     */
    void begin(Contender contender);

    /**
     * Does a round.
     *
     * @param contender whose turn it is
     * @param tasks how many tasks
     * @return what came of it
     */
    Round round(Contender contender, int tasks);

    /**
     * Leaves nothing of the contender's behind, whatever has happened.
     *
     * @param contender who
     */
    void end(Contender contender);
}

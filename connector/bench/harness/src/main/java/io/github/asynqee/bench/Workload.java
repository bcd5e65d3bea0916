package io.github.asynqee.bench;

/** One kind of work, done by all contenders that can, in several settings. */
public interface Workload {

    /** @return its name in options and reports: lower case letters and dashes */
    String name();

    /**
     * Does it: for each setting {@link Arena#rounds()} rounds, the contenders in turn.
     *
     * @param arena Redis, the contenders and where measurements are recorded
     */
    void run(Arena arena);
}

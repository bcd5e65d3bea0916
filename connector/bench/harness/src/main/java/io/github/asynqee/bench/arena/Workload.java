package io.github.asynqee.bench.arena;

import java.util.List;

/** One kind of work, done by all contenders that can, in several settings. */
public interface Workload {

    /** @return its name in options and reports: lower case letters and dashes */
    String name();

    /** @return how many rounds each of its settings has, unless options say something else */
    default int rounds() {
        return 3;
    }

    /**
     * Whether it can be done by contenders of some kinds.
     *
     * @param kinds those that were chosen, by their names in options
     * @return false if none of them has a part in it
     */
    default boolean suits(List<String> kinds) {
        return true;
    }

    /**
     * Does it: for each setting {@link Arena#rounds()} rounds, the contenders in turn.
     *
     * @param arena Redis, the contenders and where measurements are recorded
     */
    void run(Arena arena);
}

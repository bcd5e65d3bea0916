package io.github.asynqee.bench.process;

import io.github.asynqee.bench.arena.Contender;

/** Those that the others are compared with: programs in Go. */
public final class Baselines {

    private Baselines() {}

    /**
     * Whether a contender is one.
     *
     * @param contender any
     * @return true if it is written in Go
     */
    public static boolean includes(Contender contender) {
        return contender.id().startsWith("go");
    }
}

package io.github.asynqee.bench;

/** Those that the others are compared with: programs in Go. */
final class Baselines {

    private Baselines() {}

    /** Whether a contender is one. */
    static boolean includes(Contender contender) {
        return contender.id().startsWith("go");
    }
}

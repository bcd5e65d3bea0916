package io.github.asynqee.bench.arena;

/** How contenders are called that run an older build, so that reports can put them beside those of the present one. */
public final class Before {

    private static final String SUFFIX = ", before";

    private Before() {}

    /**
     * The name of the older build of a contender.
     *
     * @param contender its name in reports
     * @return the other's name in reports
     */
    public static String of(String contender) {
        return contender + SUFFIX;
    }
}

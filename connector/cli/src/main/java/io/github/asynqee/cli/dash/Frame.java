package io.github.asynqee.cli.dash;

import java.time.Instant;
import java.time.ZoneId;

/**
 * For what something is rendered.
 *
 * @param width columns
 * @param height rows of the body, without title, status and keys
 * @param now the time
 * @param zone the zone in which times are shown
 * @param theme styles and characters
 */
record Frame(int width, int height, Instant now, ZoneId zone, Theme theme) {

    /** From this width on there is room for more columns. */
    private static final int WIDE = 120;

    boolean isWide() {
        return width >= WIDE;
    }
}

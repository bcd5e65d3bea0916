package io.github.asynqee.server.faults;

import java.time.Instant;
import java.util.Locale;

/**
 * A fault that has happened, by the clock of this machine.
 *
 * @param name of the fault
 * @param details of this time: of a fault of a server they begin with its name
 * @param begin in milliseconds
 * @param end when it was over, in milliseconds
 */
record Happened(String name, String details, long begin, long end) {

    /** Whether it was a fault of this server, or of Go if that is its name. */
    boolean isOf(String node) {
        return node.equals("go") ? name.endsWith(" of Go") : details.equals(node) || details.startsWith(node + ",");
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s %s: %s (%.1f s)", Instant.ofEpochMilli(begin), name, details,
                (end - begin) / 1e3);
    }
}

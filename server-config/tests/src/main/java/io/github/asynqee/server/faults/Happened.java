package io.github.asynqee.server.faults;

import java.time.Instant;
import java.util.Locale;

/**
 * A fault that occurred, by the clock of this machine.
 *
 * @param name of the fault
 * @param details of this occurrence; for a fault of a server they begin with the server's name
 * @param begin in milliseconds
 * @param end in milliseconds
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

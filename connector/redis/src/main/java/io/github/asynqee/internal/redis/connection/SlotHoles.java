package io.github.asynqee.internal.redis.connection;

import java.util.Properties;
import java.util.function.Supplier;

/**
 * A Cluster may serve only some slots. The client library accepts such a map only while a property of the JVM is set.
 * The applications of a server share the property, but not this class, so that the number of readers is stored in a
 * property too.
 */
final class SlotHoles {

    private static final String ACCEPT = "jedis.cluster.initNoError";
    private static final String READERS = ACCEPT + ".readers";
    private static final String FORMER = ACCEPT + ".former";

    private SlotHoles() {}

    /** Runs work that reads the map of the slots. */
    static <T> T accepted(Supplier<T> work) {
        count(1);
        try {
            return work.get();
        } finally {
            count(-1);
        }
    }

    private static void count(int change) {
        Properties all = System.getProperties();
        synchronized (all) {
            int before = Integer.parseInt(all.getProperty(READERS, "0"));
            if (before == 0) {
                // the user may have set it
                copy(all, ACCEPT, FORMER);
            }
            if (before + change > 0) {
                all.setProperty(READERS, String.valueOf(before + change));
                all.setProperty(ACCEPT, "true");
            } else {
                copy(all, FORMER, ACCEPT);
                all.remove(READERS);
                all.remove(FORMER);
            }
        }
    }

    private static void copy(Properties all, String from, String to) {
        String value = all.getProperty(from);
        if (value == null) {
            all.remove(to);
        } else {
            all.setProperty(to, value);
        }
    }
}

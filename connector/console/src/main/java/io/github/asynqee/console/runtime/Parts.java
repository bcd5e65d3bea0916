package io.github.asynqee.console.runtime;

import java.util.Collection;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Closes what the console consists of. */
final class Parts {

    private static final Logger LOG = Logger.getLogger(Parts.class.getName());

    private Parts() {}

    /** Closes all, also if some of them fail: the threads of the others would go on. */
    static void close(Collection<? extends AutoCloseable> parts) {
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                LOG.log(Level.WARNING, "A part of the console could not be closed.", e);
            }
        }
    }
}

package io.github.asynqee.console.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;

/**
 * The parts of the console that are closed at its end. Created at the start, because during an undeployment the server
 * may no longer be able to load classes.
 */
record CloseableParts(Collection<? extends AutoCloseable> all) implements AutoCloseable {

    private static final Logger LOG = System.getLogger(CloseableParts.class.getName());

    /** Closes all parts, even if some of them fail, because the threads of the other parts would continue. */
    @Override
    public void close() {
        for (AutoCloseable part : all) {
            try {
                part.close();
            } catch (Exception | LinkageError e) {
                LOG.log(Level.WARNING, "A part of the console could not be closed.", e);
            }
        }
    }
}

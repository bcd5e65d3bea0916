package io.github.asynqee.console.runtime;

import java.util.Collection;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What the console consists of and closes at its end. It is created at the start: while an application is undeployed, a server may
 * have lost the file with its classes.
 */
record Parts(Collection<? extends AutoCloseable> all) implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Parts.class.getName());

    /** Closes all, also if some of them fail: the threads of the others would go on. */
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

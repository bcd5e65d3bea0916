package io.github.asynqee.messaging.internal.payload;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

import jakarta.json.bind.Jsonb;

/** A JSON-B engine that is made when it is needed first, so that a server without JSON-B can do all the rest. */
public final class LazyJsonb implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LazyJsonb.class.getName());

    private final Supplier<Jsonb> maker;
    private volatile Jsonb made;

    /**
     * Creates it.
     *
     * @param maker makes the engine
     */
    public LazyJsonb(Supplier<Jsonb> maker) {
        this.maker = maker;
    }

    Jsonb get() {
        Jsonb ready = made;
        return ready == null ? make() : ready;
    }

    private synchronized Jsonb make() {
        if (made == null) {
            made = maker.get();
        }
        return made;
    }

    /** Closes the engine, if it was made. */
    @Override
    public synchronized void close() {
        if (made != null) {
            try {
                made.close();
            } catch (Exception e) {
                LOG.log(Level.DEBUG, "closing JSON-B", e);
            }
        }
    }
}

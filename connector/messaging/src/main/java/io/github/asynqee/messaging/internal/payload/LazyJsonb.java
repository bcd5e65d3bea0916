package io.github.asynqee.messaging.internal.payload;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.Supplier;

import jakarta.json.bind.Jsonb;

import org.jspecify.annotations.Nullable;

/** Creates a JSON-B engine on first use, so that the connector also runs on a server without JSON-B. */
public final class LazyJsonb implements AutoCloseable {

    private static final Logger LOG = System.getLogger(LazyJsonb.class.getName());

    private final Supplier<Jsonb> factory;
    private volatile @Nullable Jsonb engine;

    /**
     * Sets the factory of the engine.
     *
     * @param factory creates the engine
     */
    public LazyJsonb(Supplier<Jsonb> factory) {
        this.factory = factory;
    }

    Jsonb get() {
        Jsonb ready = engine;
        return ready == null ? create() : ready;
    }

    private synchronized Jsonb create() {
        if (engine == null) {
            engine = factory.get();
        }
        return engine;
    }

    /** Closes the engine, if it was created. */
    @Override
    public synchronized void close() {
        if (engine != null) {
            try {
                engine.close();
            } catch (Exception | Error e) {
                LOG.log(Level.DEBUG, "asynq: cannot close the JSON-B engine", e);
            }
        }
    }
}

package io.github.asynqee.server.faults.app;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.RetryAfterException;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers of tasks that are limited, throttled, take turns, or are in queues that were found. */
@ApplicationScoped
public class FlowHandlers {

    private static final long MILLIS = 20;
    private static final Duration CLOSED = Duration.ofSeconds(1);

    @Inject
    private Effects effects;

    /** Limited per tenant. */
    @Incoming("limited")
    public void limited(String id) throws InterruptedException {
        runWithin(Kind.tenant(id), Kind.LIMIT, id);
    }

    /** One task per key exists at a time. */
    @Incoming("joined")
    public void joined(String id) throws InterruptedException {
        runWithin(Kind.key(id), 1, id);
    }

    /** One task per tenant runs at a time. Some tasks pause their tenant for a second. */
    @Incoming("closing")
    public void closing(String id) throws InterruptedException {
        if (Kind.closes(id) && effects.closes(id)) {
            throw new RetryAfterException(CLOSED);
        }
        effects.reopened(id, CLOSED);
        runWithin("closing-" + Kind.tenant(id), 1, id);
    }

    private void runWithin(String key, int limit, String id) throws InterruptedException {
        long begin = effects.micros();
        Thread.sleep(MILLIS);
        effects.ran(id);
        effects.ranWithin(key, limit, begin);
    }

    /** Tenants take turns. */
    @Incoming("fair")
    public void fair(String id) throws InterruptedException {
        effects.takesTurn(id);
        Thread.sleep(MILLIS);
        effects.ran(id);
    }

    /** Those that were not refused. */
    @Incoming("throttled")
    public void throttled(String id) {
        effects.ran(id);
    }

    /** From queues that a pattern matches. */
    @Incoming("found")
    public void found(String id) {
        effects.ran(id);
    }
}

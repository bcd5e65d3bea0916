package io.github.asynqee.transactions.internal.outbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.internal.broker.registry.OutboxRegistry;
import io.github.asynqee.internal.protocol.OutboxState;
import io.github.asynqee.internal.service.ServerIdentity;
import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;

/** Publishes the state of an outbox in Redis, for tools without access to its database. */
final class OutboxPublisher {

    private static final Duration INTERVAL = Duration.ofSeconds(10);
    private static final Duration LIFE = Duration.ofMinutes(1);

    private static final Logger LOG = System.getLogger(OutboxPublisher.class.getName());

    private final OutboxRegistry registry;
    private final String dataSource;
    private final Clock clock;
    private volatile @Nullable String application;
    private @Nullable ServerIdentity server;
    private Backlog backlog = Backlog.NONE;
    private @Nullable Instant oldest;
    private long attempted = System.nanoTime() - INTERVAL.toNanos();
    private volatile @Nullable OutboxState published;

    OutboxPublisher(OutboxRegistry registry, String dataSource, Clock clock) {
        this.registry = registry;
        this.dataSource = dataSource;
        this.clock = clock;
    }

    /** Starts publishing under the name of an application. */
    void start(String name) {
        application = name;
    }

    /** Sets the backlog to publish. Until the next call, the published age keeps growing. */
    void read(Backlog now) {
        backlog = now;
        oldest = now.rows() == 0 ? null : clock.instant().minus(now.age());
    }

    /**
     * Publishes the state if the interval has elapsed. Only logs a failure, because it does not affect the outbox.
     *
     * @param problem why rows are not stored; {@code null} without a problem
     */
    void publish(@Nullable String problem) {
        long now = System.nanoTime();
        if (application == null || now - attempted < INTERVAL.toNanos()) {
            return;
        }
        attempted = now;
        if (server == null) {
            server = ServerIdentity.create(clock.instant());
        }
        OutboxState state = new OutboxState(server.host(), server.pid(), application, dataSource, backlog.rows(),
                oldest,
                backlog.setAside(), backlog.error(), problem == null ? "" : problem);
        try {
            registry.write(state, LIFE);
            published = state;
        } catch (BrokerException e) {
            LOG.log(Level.DEBUG, "could not publish the state of the outbox", e);
        }
    }

    /** Removes the published state. */
    void stop() {
        if (published != null) {
            try {
                registry.clear(published);
            } catch (BrokerException e) {
                LOG.log(Level.DEBUG, "could not remove the state of the outbox; it expires in a minute", e);
            }
        }
    }
}

package io.github.asynqee.messaging.internal.runtime;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.ServerState;
import io.github.asynqee.messaging.AsynqServer;

/** The workers of this application as one server. */
@ApplicationScoped
public class RuntimeServer implements AsynqServer {

    private final AsynqRuntime runtime;

    /**
     * Creates the bean; done by the container.
     *
     * @param runtime the connector's runtime
     */
    @Inject
    public RuntimeServer(AsynqRuntime runtime) {
        this.runtime = runtime;
    }

    /** Required by the container's client proxy, whose methods call another instance. */
    @SuppressWarnings("NullAway")
    protected RuntimeServer() {
        this(null);
    }

    @Override
    public ServerState state() {
        return runtime.redisInstances().stream().map(RedisInstance::state).filter(state -> state != ServerState.NEW)
                .findFirst()
                .orElse(ServerState.NEW);
    }

    @Override
    public void stopFetching() {
        runtime.stopFetching();
    }
}

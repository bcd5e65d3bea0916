package io.github.asynqee.messaging.internal.runtime;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.ServerState;
import io.github.asynqee.messaging.AsynqServer;

/** The workers of this application, seen as one server. */
@ApplicationScoped
public class RuntimeServer implements AsynqServer {

    private final AsynqRuntime runtime;

    /**
     * Creates the bean; done by the container.
     *
     * @param runtime has the workers
     */
    @Inject
    public RuntimeServer(AsynqRuntime runtime) {
        this.runtime = runtime;
    }

    /** Needed by the container for its proxy. */
    protected RuntimeServer() {
        this(null);
    }

    @Override
    public ServerState state() {
        return runtime.targets().stream().map(RedisInstance::state).filter(state -> state != ServerState.NEW)
                .findFirst()
                .orElse(ServerState.NEW);
    }

    @Override
    public void stopFetching() {
        runtime.stopFetching();
    }
}

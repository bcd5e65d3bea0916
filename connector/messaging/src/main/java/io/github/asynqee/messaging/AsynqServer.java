package io.github.asynqee.messaging;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.messaging.runtime.AsynqRuntime;
import io.github.asynqee.messaging.runtime.RedisTarget;
import io.github.asynqee.worker.ServerState;

/**
 * What the connector is in this application: what asynq calls a server (protocol section 7). It starts when the
 * application has started and shuts down when the application is about to stop. Inject it to look at it, or to prepare
 * for the end.
 */
@ApplicationScoped
public class AsynqServer {

    private final AsynqRuntime runtime;

    /**
     * Creates the bean; done by the container.
     *
     * @param runtime what is running
     */
    @Inject
    public AsynqServer(AsynqRuntime runtime) {
        this.runtime = runtime;
    }

    /** Needed by the container for its proxy. */
    protected AsynqServer() {
        this(null);
    }

    /**
     * Where the server is in its life.
     *
     * @return {@link ServerState#NEW} before the application has started, and for good if it handles no tasks
     */
    public ServerState state() {
        return runtime.targets().stream().map(RedisTarget::state).filter(state -> state != ServerState.NEW).findFirst()
                .orElse(ServerState.NEW);
    }

    /**
     * Stops fetching tasks, as asynq's servers do on {@code SIGTSTP}: what runs goes on to its end, and so do retries,
     * recovery, periodic tasks and everything else. Other servers see the state {@code stopped}. There is no way back but
     * a new start of the application. Returns when the last fetch has ended, after a few seconds at most.
     */
    public void stopFetching() {
        runtime.stopFetching();
    }
}

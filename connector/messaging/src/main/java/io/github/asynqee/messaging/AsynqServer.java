package io.github.asynqee.messaging;

import io.github.asynqee.ServerState;

/**
 * The worker process of this application, which asynq calls a server. Inject it as a bean. It starts after the
 * application and shuts down before it.
 */
public interface AsynqServer {

    /**
     * The state of the server.
     *
     * @return the state; {@link ServerState#NEW} before the application has started, and always if it has no incoming
     *         channel
     */
    ServerState state();

    /**
     * Drains the server before a shutdown: stops fetching tasks, as asynq's servers do on {@code SIGTSTP}. Running
     * handlers continue, as do retries, recovery and periodic tasks. The published state is {@code stopped}. Only a
     * restart of the application resumes fetching. Returns when the last fetch has ended, after a few seconds at most.
     */
    void stopFetching();
}

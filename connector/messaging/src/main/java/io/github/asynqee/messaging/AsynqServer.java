package io.github.asynqee.messaging;

import io.github.asynqee.ServerState;

/**
 * This application's worker process, which asynq calls a server; a bean to be injected. It starts when the application has
 * started and shuts down when the application is about to stop.
 */
public interface AsynqServer {

    /**
     * The state of the server.
     *
     * @return {@link ServerState#NEW} before the application has started, and for good if it handles no tasks
     */
    ServerState state();

    /**
     * Drains the server before a shutdown: stops fetching tasks, as asynq's servers do on {@code SIGTSTP}. Running handlers
     * go on to their end, and so do retries, recovery and periodic tasks. Other servers see the state {@code stopped}. It
     * cannot be undone but by a new start of the application. Returns when the last fetch has ended, after a few seconds at
     * most.
     */
    void stopFetching();
}

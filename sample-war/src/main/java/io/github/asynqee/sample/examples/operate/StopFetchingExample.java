package io.github.asynqee.sample.examples.operate;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.messaging.AsynqServer;
import io.github.asynqee.sample.examples.run.Example;

/** Prepares a shutdown: running tasks end, no more tasks are fetched. */
@ApplicationScoped
public class StopFetchingExample implements Example {

    @Inject
    private AsynqServer server;

    @Override
    public CompletionStage<?> run() {
        server.stopFetching();
        return CompletableFuture.completedStage(server.state());
    }
}

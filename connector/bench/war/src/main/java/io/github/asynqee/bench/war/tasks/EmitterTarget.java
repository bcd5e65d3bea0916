package io.github.asynqee.bench.war.tasks;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;
import io.github.asynqee.bench.contender.Production;
import org.eclipse.microprofile.reactive.messaging.Emitter;

/**
 * Enqueues through an outgoing channel.
 *
 * @param emitter the channel
 * @param client for tasks in bulk, which a channel does not take
 */
record EmitterTarget(Emitter<Task<byte[]>> emitter, AsynqClient client) implements Production.Target {

    @Override
    public void enqueue(Task<byte[]> task) {
        emitter.send(task).toCompletableFuture().join();
    }

    @Override
    public CompletionStage<?> enqueueAsync(Task<byte[]> task) {
        return emitter.send(task);
    }

    @Override
    public List<EnqueueResult> enqueueAll(List<Task<byte[]>> tasks) {
        return client.enqueueAll(tasks);
    }
}

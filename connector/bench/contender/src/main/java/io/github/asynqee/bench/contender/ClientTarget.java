package io.github.asynqee.bench.contender;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;

/**
 * Enqueues through the client.
 *
 * @param client the client
 */
public record ClientTarget(AsynqClient client) implements Production.Target {

    @Override
    public void enqueue(Task<byte[]> task) {
        client.enqueue(task);
    }

    @Override
    public CompletionStage<?> enqueueAsync(Task<byte[]> task) {
        return client.enqueueAsync(task);
    }

    @Override
    public List<EnqueueResult> enqueueAll(List<Task<byte[]>> tasks) {
        return client.enqueueAll(tasks);
    }
}

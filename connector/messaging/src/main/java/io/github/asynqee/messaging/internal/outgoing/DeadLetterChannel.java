package io.github.asynqee.messaging.internal.outgoing;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.worker.DeadLetterHandler;

/**
 * Sends a copy of each task that has failed for good to an outgoing channel: with the channel's type, queue and other
 * options, the task's payload and headers, and further headers that say what it was and why it failed. The copy's ID
 * goes by the task and its attempt: one that is sent again, because of a crash or by another server, is recognized
 * while the first one is there. Of a copy no copy is sent.
 */
public final class DeadLetterChannel implements DeadLetterHandler {

    /** What the names of the further headers begin with. */
    public static final String HEADER_PREFIX = "dead-letter-";

    private static final String ID = HEADER_PREFIX + "id";

    private final OutgoingConfig config;
    private final DefaultAsynqClient client;

    /**
     * Creates the channel.
     *
     * @param config the outgoing channel's configuration
     * @param client enqueues the copies
     */
    public DeadLetterChannel(OutgoingConfig config, DefaultAsynqClient client) {
        this.config = config;
        this.client = client;
    }

    @Override
    public CompletionStage<?> send(TaskMessage task, String error) {
        if (task.headers().containsKey(ID)) {
            return CompletableFuture.completedStage(null);
        }
        Task<byte[]> letter = Task.of(task.payload()).type(config.type()).headers(headers(task, error))
                .id(idOf(task)).withDefaults(config.defaults());
        return client.enqueueAsync(letter).handle((info, failure) -> {
            Throwable cause = failure == null || failure.getCause() == null ? failure : failure.getCause();
            return cause == null || cause instanceof TaskIdConflictException
                    || failure instanceof TaskIdConflictException
                            ? CompletableFuture.completedStage(null) : CompletableFuture.failedStage(cause);
        }).thenCompose(stage -> stage);
    }

    private static String idOf(TaskMessage task) {
        String attempt = String.join("\n", task.queue(), task.id(), String.valueOf(task.retried()),
                String.valueOf(task.lastFailedAt()));
        return UUID.nameUUIDFromBytes(attempt.getBytes(StandardCharsets.UTF_8)).toString();
    }

    private static Map<String, String> headers(TaskMessage task, String error) {
        Map<String, String> headers = new LinkedHashMap<>(task.headers());
        headers.put(ID, task.id());
        headers.put(HEADER_PREFIX + "queue", task.queue());
        headers.put(HEADER_PREFIX + "type", task.type());
        // as it is stored with the archived task: cut to a length, and without what cannot be encoded
        headers.put(HEADER_PREFIX + "error", task.failed(error, Instant.EPOCH, false).errorMessage());
        headers.put(HEADER_PREFIX + "retried", String.valueOf(task.retried()));
        return headers;
    }
}

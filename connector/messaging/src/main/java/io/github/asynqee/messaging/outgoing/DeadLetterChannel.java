package io.github.asynqee.messaging.outgoing;

import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.client.AsynqClient;
import io.github.asynqee.messaging.config.OutgoingConfig;
import io.github.asynqee.protocol.TaskMessage;
import io.github.asynqee.task.Task;
import io.github.asynqee.worker.DeadLetters;

/**
 * Sends a copy of each task that has failed for good to an outgoing channel: with the channel's type, queue and other
 * options, the task's payload and headers, and further headers that say what it was and why it failed.
 */
public final class DeadLetterChannel implements DeadLetters {

    /** What the names of the further headers begin with. */
    public static final String HEADER_PREFIX = "dead-letter-";

    private final OutgoingConfig config;
    private final AsynqClient client;
    private final Clock clock;

    /**
     * Creates the channel.
     *
     * @param config the outgoing channel's configuration
     * @param client enqueues the copies
     * @param clock says when a task has failed
     */
    public DeadLetterChannel(OutgoingConfig config, AsynqClient client, Clock clock) {
        this.config = config;
        this.client = client;
        this.clock = clock;
    }

    @Override
    public CompletionStage<?> send(TaskMessage task, String error) {
        return client.enqueueAsync(Task.of(task.payload()).type(config.type()).headers(headers(task, error))
                .withDefaults(config.defaults()));
    }

    private Map<String, String> headers(TaskMessage task, String error) {
        Map<String, String> headers = new LinkedHashMap<>(task.headers());
        headers.put(HEADER_PREFIX + "id", task.id());
        headers.put(HEADER_PREFIX + "queue", task.queue());
        headers.put(HEADER_PREFIX + "type", task.type());
        // as it is stored with the archived task: cut to a length, and without what cannot be encoded
        headers.put(HEADER_PREFIX + "error", task.failed(error, clock.instant(), false).errorMessage());
        headers.put(HEADER_PREFIX + "retried", String.valueOf(task.retried()));
        headers.put(HEADER_PREFIX + "at", clock.instant().toString());
        return headers;
    }
}

package io.github.asynqee.testkit.worker;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

import io.github.asynqee.Checkpoint;
import io.github.asynqee.internal.delivery.TaskCheckpoint;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.testkit.payload.TestPayloads;
import org.jspecify.annotations.Nullable;

/** A task, as passed to a handler. */
public final class TestTask {

    private final TaskDelivery delivery;
    private final TestPayloads payloads;

    TestTask(TaskDelivery delivery, TestPayloads payloads) {
        this.delivery = delivery;
        this.payloads = payloads;
    }

    /** @return the task's ID, unique in its queue */
    public String id() {
        return delivery.message().id();
    }

    /** @return the task's queue */
    public String queue() {
        return delivery.message().queue();
    }

    /** @return the task's type */
    public String type() {
        return delivery.message().type();
    }

    /** @return the task's headers */
    public Map<String, String> headers() {
        return delivery.message().headers();
    }

    /** @return the number of retries so far; 0 in the first attempt */
    public int retried() {
        return delivery.message().retried();
    }

    /** @return the payload's bytes, empty if absent */
    public byte[] payload() {
        return delivery.message().payload();
    }

    /** @return the payload as UTF-8 */
    public String text() {
        return new String(payload(), StandardCharsets.UTF_8);
    }

    /**
     * Decodes the payload.
     *
     * @param <T> the type
     * @param type the type, decoded with JSON-B
     * @return the object; {@code null} if the payload is the JSON {@code null}
     * @throws IllegalArgumentException if the payload is not JSON of this type
     */
    public <T> @Nullable T payload(Class<T> type) {
        return payloads.decode(payload(), type);
    }

    /**
     * Returns the checkpoint of the task, like the connector passes it to a handler. Call it once per attempt.
     *
     * @param <T> the type of the cursor
     * @param type the type of the cursor, encoded and decoded with JSON-B
     * @return the checkpoint
     */
    public <T> Checkpoint<T> checkpoint(Class<T> type) {
        return new TaskCheckpoint<>(delivery,
                new TaskCheckpoint.Coding(type, payloads::encode,
                        (bytes, any) -> Objects.requireNonNull(payloads.decode(bytes, type), "cursor")),
                null);
    }

    /**
     * Stores a result with the task. Redis keeps it after success if the task has a retention.
     *
     * @param result the result: {@code byte[]}, text, or an object to encode with JSON-B
     * @return false if the task's lease is lost, and the result was not stored
     */
    public boolean writeResult(Object result) {
        return delivery.writeResult(Objects.requireNonNull(payloads.encode(result), "result"));
    }
}

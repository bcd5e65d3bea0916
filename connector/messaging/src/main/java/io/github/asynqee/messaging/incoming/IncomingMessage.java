package io.github.asynqee.messaging.incoming;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.asynqee.client.PayloadEncoder;
import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.worker.TaskDelivery;

/** {@link AsynqMessage} of a delivery. */
final class IncomingMessage implements AsynqMessage<Object> {

    private final TaskDelivery delivery;
    private final Object payload;
    private final PayloadEncoder results;
    private final boolean doneBefore;

    /**
     * Creates the message.
     *
     * @param doneBefore whether the task is done before its handler is called; then {@link #ack()} waits for Redis, so
     *        that the handler goes on on the lane's thread
     */
    IncomingMessage(TaskDelivery delivery, Object payload, PayloadEncoder results, boolean doneBefore) {
        this.delivery = delivery;
        this.payload = payload;
        this.results = results;
        this.doneBefore = doneBefore;
    }

    @Override
    public Object getPayload() {
        return payload;
    }

    @Override
    public CompletionStage<Void> ack() {
        CompletionStage<Void> written = delivery.succeed();
        if (doneBefore) {
            await(written);
        }
        return written;
    }

    private static void await(CompletionStage<Void> written) {
        try {
            written.toCompletableFuture().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public CompletionStage<Void> nack(Throwable reason) {
        return delivery.fail(Causes.unwrap(Objects.requireNonNull(reason, "reason")));
    }

    @Override
    public Supplier<CompletionStage<Void>> getAck() {
        return this::ack;
    }

    @Override
    public Function<Throwable, CompletionStage<Void>> getNack() {
        return this::nack;
    }

    @Override
    public String id() {
        return delivery.message().id();
    }

    @Override
    public String queue() {
        return delivery.message().queue();
    }

    @Override
    public String type() {
        return delivery.message().type();
    }

    @Override
    public Map<String, String> headers() {
        return delivery.message().headers();
    }

    @Override
    public int retried() {
        return delivery.message().retried();
    }

    @Override
    public int maxRetry() {
        return delivery.message().maxRetry();
    }

    @Override
    public Duration retention() {
        return delivery.message().retention();
    }

    @Override
    public Instant deadline() {
        return delivery.deadline();
    }

    @Override
    public boolean isCancelled() {
        return delivery.isCancelled();
    }

    @Override
    public boolean writeResult(byte[] result) {
        return delivery.writeResult(result);
    }

    @Override
    public boolean writeResult(String result) {
        return delivery.writeResult(result.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean writeResult(Object result) {
        return delivery.writeResult(results.encode(Objects.requireNonNull(result, "result")));
    }

    @Override
    public String toString() {
        return "AsynqMessage[" + queue() + "/" + id() + " " + type() + "]";
    }
}

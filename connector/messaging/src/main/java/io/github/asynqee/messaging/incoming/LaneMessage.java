package io.github.asynqee.messaging.incoming;

import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.asynqee.worker.Delivery;
import org.eclipse.microprofile.reactive.messaging.Message;

/** What a lane hands to its handler: the message of a delivery. */
abstract class LaneMessage<T> implements Message<T> {

    private final Delivery delivery;
    private final T payload;
    private final boolean doneBefore;

    /**
     * Creates the message.
     *
     * @param doneBefore whether the delivery is done before its handler is called; then {@link #ack()} waits for Redis, so
     *        that the handler goes on on the lane's thread
     */
    LaneMessage(Delivery delivery, T payload, boolean doneBefore) {
        this.delivery = delivery;
        this.payload = payload;
        this.doneBefore = doneBefore;
    }

    @Override
    public T getPayload() {
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

    /** When the attempt must have ended. */
    public Instant deadline() {
        return delivery.deadline();
    }

    /** Whether the handler should give up. */
    public boolean isCancelled() {
        return delivery.isCancelled();
    }
}

package io.github.asynqee.messaging.internal.incoming;

import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.asynqee.internal.delivery.Delivery;
import org.eclipse.microprofile.reactive.messaging.Message;

/** What a lane hands to its handler: the message of a delivery. */
abstract class LaneMessage<T> implements Message<T> {

    private static final CompletionStage<Void> DECIDED = CompletableFuture.completedStage(null);

    private final Delivery delivery;
    private final T payload;
    private final AckCompletion acknowledging;

    LaneMessage(Delivery delivery, T payload, AckCompletion acknowledging) {
        this.delivery = delivery;
        this.payload = payload;
        this.acknowledging = acknowledging;
    }

    @Override
    public T getPayload() {
        return payload;
    }

    @Override
    public CompletionStage<Void> ack() {
        CompletionStage<Void> written = delivery.succeed();
        if (acknowledging == AckCompletion.WRITTEN_BEFORE_HANDLER) {
            await(written);
        }
        return acknowledging == AckCompletion.DECIDED ? DECIDED : written;
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
        CompletionStage<Void> written = delivery.fail(HandlerErrors.unwrap(Objects.requireNonNull(reason, "reason")));
        return acknowledging == AckCompletion.DECIDED ? DECIDED : written;
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

package io.github.asynqee.messaging.internal.incoming;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.asynqee.internal.delivery.Delivery;
import org.eclipse.microprofile.reactive.messaging.Message;

/** The message of a delivery, which a lane passes to its handler. */
public abstract class LaneMessage<T> implements Message<T> {

    private static final Logger LOG = System.getLogger(LaneMessage.class.getName());
    private static final CompletionStage<Void> COMPLETED = CompletableFuture.completedStage(null);

    private final Delivery delivery;
    private final T payload;
    private final AckCompletion ackCompletion;
    private volatile boolean acked;

    LaneMessage(Delivery delivery, T payload, AckCompletion ackCompletion) {
        this.delivery = delivery;
        this.payload = payload;
        this.ackCompletion = ackCompletion;
    }

    @Override
    public T getPayload() {
        return payload;
    }

    @Override
    public CompletionStage<Void> ack() {
        acked = true;
        CompletionStage<Void> written = delivery.succeed();
        if (ackCompletion == AckCompletion.WRITTEN_BEFORE_HANDLER) {
            // not ended by an interrupt: a task that is done whose handler is not called would be lost
            written.toCompletableFuture().join();
        }
        return ackCompletion == AckCompletion.IMMEDIATE ? COMPLETED : written;
    }

    /**
     * Whether its handler must not be called: it is to run after its task is done, and that could not be written. The task will
     * be recovered.
     *
     * @return true if so
     */
    public final boolean isStillOpen() {
        return ackCompletion == AckCompletion.WRITTEN_BEFORE_HANDLER && !delivery.isDone();
    }

    @Override
    public CompletionStage<Void> nack(Throwable reason) {
        Throwable error = HandlerErrors.unwrap(Objects.requireNonNull(reason, "reason"));
        if (acked) {
            LOG.log(Level.WARNING, () -> this + ": its handler failed after the acknowledgement, the outcome remains",
                    error);
        }
        CompletionStage<Void> written = delivery.fail(error);
        return ackCompletion == AckCompletion.IMMEDIATE ? COMPLETED : written;
    }

    @Override
    public Supplier<CompletionStage<Void>> getAck() {
        return this::ack;
    }

    @Override
    public Function<Throwable, CompletionStage<Void>> getNack() {
        return this::nack;
    }

    /** The time limit of the attempt. */
    public Instant deadline() {
        return delivery.deadline();
    }

    /** Whether the attempt was cancelled. */
    public boolean isCancelled() {
        return delivery.isCancelled();
    }
}

package io.github.asynqee.messaging.internal.incoming;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.messaging.internal.threads.CleanCalls;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;

/**
 * The message of a delivery, which a lane passes to its handler. While the handler is called, it is the current
 * message of the thread.
 */
public abstract class LaneMessage<T> implements Message<T> {

    private static final Logger LOG = System.getLogger(LaneMessage.class.getName());
    private static final CompletionStage<Void> COMPLETED = CompletableFuture.completedStage(null);

    private static final ThreadLocal<Message<?>> CURRENT = new ThreadLocal<>();

    private final Delivery delivery;
    private final T payload;
    private final AckCompletion ackCompletion;
    private final String channel;
    private volatile boolean acked;
    /** Calls the handler; {@code null} before the call. Confined to the lane's thread. */
    private @Nullable CleanCalls calls;
    /** The commit of the transaction in which the handler acknowledged the task. Confined to the handler's thread. */
    private @Nullable CompletionStage<Boolean> acknowledgedAfter;
    /** Whether a handler was called with this message. Confined to the handler's thread. */
    private boolean called;

    /** When the stage returned by a message's {@code ack} and {@code nack} completes. */
    public enum AckCompletion {

        /**
         * When the outcome is written; for handlers that acknowledge tasks themselves. Completes immediately in a
         * transaction, because the outcome is written after its commit, and the server may wait for the stage before
         * the commit.
         */
        WRITTEN,
        /**
         * Before {@code ack} returns, when the outcome is written; for handlers called after the acknowledgement, so
         * that they run on the lane's thread.
         */
        WRITTEN_BEFORE_HANDLER,
        /**
         * Immediately; for handlers that the runtime acknowledges after the call. When the stage completes, the
         * runtime only requests the next message.
         */
        IMMEDIATE
    }

    LaneMessage(Delivery delivery, T payload, AckCompletion ackCompletion, String channel) {
        this.delivery = delivery;
        this.payload = payload;
        this.ackCompletion = ackCompletion;
        this.channel = channel;
    }

    /** @return the message whose handler the current thread runs; {@code null} if it does not run a handler */
    public static @Nullable Message<?> current() {
        return CURRENT.get();
    }

    /** Sets the message whose handler the current thread runs; {@code null} after the handler has ended. */
    static void current(@Nullable Message<?> message) {
        if (message == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(message);
        }
    }

    /** Sets the caller of the handler. */
    final void calledBy(CleanCalls lane) {
        calls = lane;
    }

    /**
     * Returns whether the transaction in which the current thread calls the handler can only be rolled back.
     *
     * @return true if it is marked for rollback
     */
    public final boolean isMarkedForRollback() {
        return calls != null && calls.isMarkedForRollback();
    }

    /**
     * After the handler has returned: rolls back an open transaction. The attempt then fails, unless it has an outcome.
     */
    private boolean failIfLeftOpen() {
        if (calls == null || !calls.rollBackOpenTransaction()) {
            return false;
        }
        IllegalStateException error = new IllegalStateException("the handler of channel " + channel
                + " returned with an open transaction, which was rolled back. A handler must end each transaction that"
                + " it begins: use @Transactional, or a finally block");
        LOG.log(Level.ERROR, () -> this + ": " + error.getMessage());
        delivery.fail(error);
        return true;
    }

    /**
     * Returns and consumes the current message when the runtime calls a handler. Later calls of the same method return
     * {@code null}, because only the application makes them.
     *
     * @param channel the channel of the handler
     * @return the message; {@code null} if a handler was already called with the message, it belongs to another
     *         channel, or the current thread does not run a handler
     */
    public static @Nullable Message<?> currentForCall(String channel) {
        if (CURRENT.get() instanceof LaneMessage<?> message && !message.called && message.channel.equals(channel)) {
            message.called = true;
            return message;
        }
        return null;
    }

    /**
     * Like {@link #currentForCall}, but does not consume the message.
     *
     * @param channel the channel of the handler
     * @return the message, or {@code null}
     */
    public static @Nullable LaneMessage<?> nextForCall(String channel) {
        return CURRENT.get() instanceof LaneMessage<?> message && !message.called && message.channel.equals(channel)
                ? message : null;
    }

    /**
     * Returns the arguments of the handler if the runtime does not know them all.
     *
     * @return the arguments; {@code null} if the runtime knows them
     */
    public Object @Nullable [] arguments() {
        return null;
    }

    @Override
    public T getPayload() {
        return payload;
    }

    @Override
    public CompletionStage<Void> ack() {
        CompletionStage<Boolean> committed = ackCompletion != AckCompletion.WRITTEN || calls == null ? null
                : calls.committed();
        if (committed != null) {
            acknowledge(committed);
            return COMPLETED;
        }
        acked = true;
        if (ackCompletion == AckCompletion.IMMEDIATE) {
            if (CURRENT.get() != this || !failIfLeftOpen()) {
                delivery.succeedUnawaited();
            }
            return COMPLETED;
        }
        CompletionStage<Void> written = delivery.succeed();
        if (ackCompletion == AckCompletion.WRITTEN_BEFORE_HANDLER) {
            // join() ignores interrupts: if an acknowledged task's handler were not called, the task would be lost
            written.toCompletableFuture().join();
        }
        return written;
    }

    /**
     * Completes the task after the commit of the transaction in which it was acknowledged. Also waits until the
     * handler returns, because a server may report a commit with an unknown outcome; the handler's call then throws.
     */
    private void acknowledge(CompletionStage<Boolean> committed) {
        if (CURRENT.get() == this) {
            acknowledgedAfter = committed;
        } else {
            committed.thenAccept(this::settle);
        }
    }

    private void settle(boolean committed) {
        if (committed) {
            acked = true;
            delivery.succeed();
        } else {
            delivery.fail(new IllegalStateException("the handler of channel " + channel
                    + " acknowledged its task in a transaction that was not committed"));
        }
    }

    /** Called after the handler has returned. */
    final void returned() {
        failIfLeftOpen();
        if (acknowledgedAfter != null) {
            acknowledgedAfter.thenAccept(this::settle);
        }
    }

    /**
     * Returns whether the handler must be skipped. With PRE_PROCESSING the task must be acknowledged first; if that
     * failed, the task will be recovered.
     *
     * @return true to skip the handler
     */
    public final boolean isStillOpen() {
        return ackCompletion == AckCompletion.WRITTEN_BEFORE_HANDLER && !delivery.isDone();
    }

    @Override
    public CompletionStage<Void> nack(Throwable reason) {
        Throwable error = HandlerErrors.unwrap(Objects.requireNonNull(reason, "reason"));
        if (acked) {
            LOG.log(Level.WARNING,
                    () -> this + ": its handler failed after the acknowledgement; the outcome does not change",
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

    /** How long the attempt may still run. */
    public Duration timeLeft() {
        return delivery.timeLeft();
    }

    /** Whether the attempt was cancelled. */
    public boolean isCancelled() {
        return delivery.isCancelled();
    }
}

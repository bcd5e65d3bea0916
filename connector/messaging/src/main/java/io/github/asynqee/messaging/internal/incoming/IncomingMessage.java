package io.github.asynqee.messaging.internal.incoming;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.github.asynqee.internal.delivery.TaskCheckpoint;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.messaging.AsynqMessage;
import org.jspecify.annotations.Nullable;

/** {@link AsynqMessage} of a task delivery. */
final class IncomingMessage extends LaneMessage<Object> implements AsynqMessage<Object> {

    private final TaskDelivery delivery;
    private final LaneSetup setup;
    private final @Nullable TaskCheckpoint<?> checkpoint;

    IncomingMessage(TaskDelivery delivery, Object payload, LaneSetup setup, String channel) {
        super(delivery, payload, setup.ackCompletion(), channel);
        this.delivery = delivery;
        this.setup = setup;
        this.checkpoint = setup.checkpoints() == null ? null : setup.checkpoints().of(delivery);
    }

    @Override
    public Object @Nullable [] arguments() {
        return checkpoint == null ? null : new Object[]{ getPayload(), checkpoint };
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
    public boolean writeResult(byte[] result) {
        return delivery.writeResult(result);
    }

    @Override
    public boolean writeResult(String result) {
        return delivery.writeResult(result.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean writeResult(Object result) {
        return delivery.writeResult(setup.results().encode(Objects.requireNonNull(result, "result")));
    }

    @Override
    public boolean progress(int percent, String note) {
        return delivery.writeProgress(percent, note);
    }

    @Override
    public String toString() {
        return "AsynqMessage[" + queue() + "/" + id() + " " + type() + "]";
    }
}

package io.github.asynqee.messaging.internal.incoming;

import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.delivery.GroupDelivery;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;

/**
 * The message of the task that replaces a group. The runtime creates it from the message of the group, by replacing the
 * payload with the result of the handler, and passes this object to the outgoing channel. The channel identifies the
 * group by the message, so that another message sent during the call is not mistaken for the aggregate.
 *
 * <p>Its acknowledgement settles the group. A copy, as made by interceptors of the runtime, also settles the group, but
 * its task is stored separately before the group is deleted.
 *
 * @param <T> the payload's type
 */
public final class AggregateMessage<T> implements Message<T> {

    private final Message<?> group;
    private final BooleanSupplier claim;
    private final String url;
    private final GroupDelivery delivery;
    private final T payload;

    AggregateMessage(Message<?> group, BooleanSupplier claim, String url, GroupDelivery delivery, T payload) {
        this.group = group;
        this.claim = claim;
        this.url = url;
        this.delivery = delivery;
        this.payload = payload;
    }

    /**
     * Claims the group for the task of this message. Only one message of a group can claim it, and none after the group
     * is acknowledged; the tasks of other messages are stored separately.
     *
     * @return whether this message claimed the group
     */
    public boolean claim() {
        return claim.getAsBoolean();
    }

    /**
     * Whether a task can be stored atomically with the deletion of the group.
     *
     * @param url the Redis of the task
     * @param queue the queue of the task
     * @return true if the group is in the same queue of the same Redis
     */
    public boolean isAt(String url, @Nullable String queue) {
        return this.url.equals(url) && delivery.queue().equals(queue);
    }

    /**
     * Atomically stores the task and deletes the tasks of the group.
     *
     * @param task the aggregate
     * @return completes when both are written; exceptionally if the task is refused or the group was settled before
     */
    public CompletionStage<Void> store(NewTask task) {
        return delivery.replaceWith(task);
    }

    /** @return an ID for the aggregate, the same for each attempt to handle the same tasks */
    public String taskId() {
        return delivery.fingerprint();
    }

    @Override
    public T getPayload() {
        return payload;
    }

    @Override
    public <P> Message<P> withPayload(P other) {
        return group.withPayload(other);
    }

    @Override
    public CompletionStage<Void> ack() {
        return group.ack();
    }

    @Override
    public CompletionStage<Void> nack(Throwable reason) {
        return group.nack(reason);
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
    public String toString() {
        return "AggregateMessage[of " + group + "]";
    }
}

package io.github.asynqee.messaging.internal.incoming;

import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.delivery.GroupDelivery;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * The message of the one task that a group was turned into. The runtime gets it from the message of the group, when it
 * puts what a handler has returned in the place of the payload, and hands this very object to the outgoing channel. So
 * the channel knows the group by the message, and nothing else that is sent, on whatever thread and with whatever payload,
 * can be mistaken for it.
 *
 * <p>Acknowledging it is acknowledging the group. A copy of it, as interceptors of the runtime may make, does the same, but
 * is stored as any other task before the group is deleted.
 *
 * @param <T> the payload's type
 */
public final class AggregateMessage<T> implements Message<T> {

    private final IncomingGroup group;
    private final GroupDelivery delivery;
    private final T payload;

    AggregateMessage(IncomingGroup group, GroupDelivery delivery, T payload) {
        this.group = group;
        this.delivery = delivery;
        this.payload = payload;
    }

    /**
     * Claims the group for the task of this message. Of all messages made of a group one gets it; the tasks of the others
     * are to be stored by themselves, as is one that is sent when the group has been acknowledged already.
     *
     * @return whether this message gets it
     */
    public boolean claim() {
        return group.claim();
    }

    /**
     * Whether the tasks of the group are where another task is to be stored.
     *
     * @param url the Redis of the other task
     * @param queue the queue of the other task
     * @return whether both can be dealt with in one step
     */
    public boolean isAt(String url, String queue) {
        return group.url().equals(url) && delivery.queue().equals(queue);
    }

    /**
     * Stores the task and deletes those of the group, both or neither.
     *
     * @param task the task the group was turned into
     * @return completes when Redis has it; exceptionally if the task is refused, or if the group has failed meanwhile
     */
    public CompletionStage<Void> store(NewTask task) {
        return delivery.replaceWith(task);
    }

    /** @return an ID for the task: the same if the tasks of the group come back and are handled once more */
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

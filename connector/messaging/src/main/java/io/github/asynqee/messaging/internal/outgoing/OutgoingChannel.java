package io.github.asynqee.messaging.internal.outgoing;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Durability;
import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.messaging.internal.incoming.AggregateMessage;
import io.github.asynqee.messaging.internal.incoming.HandlerErrors;
import io.github.asynqee.messaging.internal.payload.Payloads;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Enqueues the messages sent to a channel: a {@link Task} with its own options, or a payload with the channel's
 * options. Never waits for Redis and requests an unlimited number of messages; the client limits the tasks waiting to
 * be stored. A message is acked when its task is stored, or nacked with the exception of
 * {@link io.github.asynqee.AsynqClient#enqueueAsync}.
 */
public final class OutgoingChannel implements Subscriber<Message<?>> {

    private static final Logger LOG = System.getLogger(OutgoingChannel.class.getName());

    private final OutgoingConfig config;
    private final DefaultAsynqClient client;
    private final AsynqClient sender;
    private final UnaryOperator<Task<?>> keyed;
    private final AtomicBoolean subscribed = new AtomicBoolean();

    /**
     * Creates the channel.
     *
     * @param config its configuration
     * @param payloads encodes payloads to extract keys
     * @param client enqueues the aggregates of groups, which do not take part in transactions
     * @param sender enqueues all other tasks
     */
    public OutgoingChannel(OutgoingConfig config, Payloads payloads, DefaultAsynqClient client, AsynqClient sender) {
        this.config = config;
        this.keyed = UniqueKeySource.of(config, payloads);
        this.client = client;
        this.sender = sender;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        Objects.requireNonNull(subscription, "subscription");
        if (subscribed.compareAndSet(false, true)) {
            subscription.request(Long.MAX_VALUE);
        } else {
            LOG.log(Level.ERROR, "channel {0}: a second stream of messages is refused while the first has not ended",
                    config.channel());
            subscription.cancel();
        }
    }

    @Override
    public void onNext(Message<?> message) {
        Objects.requireNonNull(message, "message");
        try {
            Task<?> task = task(message.getPayload());
            CompletionStage<?> stored = message instanceof AggregateMessage<?> aggregate && aggregate.claim()
                    ? storeInPlaceOfGroup(task, aggregate)
                    : sender.enqueueAsync(task);
            stored.whenComplete((info, error) -> acknowledge(message, error));
        } catch (RuntimeException | Error e) {
            // fail only this message, not the channel
            acknowledge(message, e);
        }
    }

    /**
     * Stores the aggregate of a group, atomically with the group's deletion if both are in the same queue of the same
     * Redis.
     */
    private CompletionStage<?> storeInPlaceOfGroup(Task<?> task, AggregateMessage<?> aggregate) {
        // Redis cannot confirm a task stored together with the group's deletion, as other durabilities require
        if (config.durability().level() == Durability.Level.MEMORY
                && aggregate.isAt(config.url(), task.options().queue())) {
            return client.enqueueBy(task, aggregate::store);
        }
        return task.options().id() != null ? storeOnce(task, aggregate.taskId())
                : storeOnce(task.id(aggregate.taskId()), aggregate.taskId()).handle(this::storedBefore);
    }

    /** Ignores an ID conflict: the ID is derived from the group, so an earlier attempt has stored the task. */
    private TaskInfo storedBefore(TaskInfo info, Throwable error) {
        if (error != null && !(HandlerErrors.unwrap(error) instanceof TaskIdConflictException)) {
            throw new CompletionException(HandlerErrors.unwrap(error));
        }
        return info;
    }

    /**
     * Stores the aggregate exactly once per group. Rejects a task with rules for duplicates: if it were left out, the
     * group would be deleted without an aggregate.
     */
    private CompletionStage<TaskInfo> storeOnce(Task<?> task, String group) {
        return client.enqueueLater(task, composed -> {
            composed.stored().requireNoStoreRule("a task in place of a group");
            return client.enqueueAsync(composed.once(group));
        });
    }

    private Task<?> task(Object payload) {
        Task<?> task = payload instanceof Task<?> complete ? complete : Task.ofPayload(payload);
        return keyed.apply((task.type() == null ? task.type(config.type()) : task).withDefaults(config.defaults()));
    }

    private void acknowledge(Message<?> message, Throwable error) {
        try {
            CompletionStage<Void> acknowledged = error == null ? message.ack()
                    : message.nack(HandlerErrors.unwrap(error));
            if (acknowledged != null) {
                acknowledged.whenComplete((ok, failure) -> {
                    if (failure != null) {
                        logUnacknowledged(failure);
                    }
                });
            }
        } catch (RuntimeException | Error e) {
            logUnacknowledged(e);
        }
    }

    private void logUnacknowledged(Throwable failure) {
        LOG.log(Level.WARNING, () -> "channel " + config.channel()
                + ": the sender's ack or nack of a message failed", failure);
    }

    @Override
    public void onError(Throwable error) {
        Objects.requireNonNull(error, "error");
        subscribed.set(false);
        LOG.log(Level.ERROR,
                () -> "channel " + config.channel() + ": the sender's stream failed, nothing more is enqueued", error);
    }

    @Override
    public void onComplete() {
        subscribed.set(false);
        LOG.log(Level.DEBUG, "channel {0}: the sender''s stream completed", config.channel());
    }
}

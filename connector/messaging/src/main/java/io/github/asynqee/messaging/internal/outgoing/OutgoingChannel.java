package io.github.asynqee.messaging.internal.outgoing;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.messaging.internal.incoming.AggregateMessage;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * Enqueues what is sent to a channel: a {@link Task} with its own options, or any payload with the channel's. Never
 * waits for Redis and takes whatever comes; how much may wait is the client's limit. A message is acknowledged when Redis
 * has the task, or refused with what {@link io.github.asynqee.AsynqClient#enqueueAsync} reports, and never anything else.
 */
public final class OutgoingChannel implements Subscriber<Message<?>> {

    private static final Logger LOG = System.getLogger(OutgoingChannel.class.getName());

    private final OutgoingConfig config;
    private final DefaultAsynqClient client;

    /**
     * Creates the channel.
     *
     * @param config its configuration
     * @param client enqueues the tasks
     */
    public OutgoingChannel(OutgoingConfig config, DefaultAsynqClient client) {
        this.config = config;
        this.client = client;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Message<?> message) {
        try {
            Task<?> task = task(message.getPayload());
            CompletionStage<?> stored = message instanceof AggregateMessage<?> aggregate && aggregate.claim()
                    ? storeInPlaceOfGroup(task, aggregate)
                    : client.enqueueAsync(task);
            stored.whenComplete((info, error) -> tell(message, error));
        } catch (RuntimeException | Error e) {
            // whatever went wrong concerns this message alone
            tell(message, e);
        }
    }

    /** In one step with deleting the group, if that can be. */
    private CompletionStage<?> storeInPlaceOfGroup(Task<?> task, AggregateMessage<?> aggregate) {
        NewTask composed = client.compose(task);
        if (aggregate.isAt(config.url(), composed.message().queue())) {
            return aggregate.store(composed);
        }
        return task.options().id() != null ? client.enqueueAsync(task) : storeOnce(task.id(aggregate.taskId()));
    }

    /** The ID is the group's own: if it is taken, the task is stored already, and the server died before it knew. */
    private CompletionStage<?> storeOnce(Task<?> task) {
        return client.enqueueAsync(task).handle((info, error) -> {
            if (error != null && !(reason(error) instanceof TaskIdConflictException)) {
                throw new CompletionException(reason(error));
            }
            return info;
        });
    }

    private Task<?> task(Object payload) {
        Task<?> task = payload instanceof Task<?> complete ? complete : Task.ofPayload(payload);
        return (task.type() == null ? task.type(config.type()) : task).withDefaults(config.defaults());
    }

    private void tell(Message<?> message, Throwable error) {
        try {
            CompletionStage<Void> told = error == null ? message.ack() : message.nack(reason(error));
            if (told != null) {
                told.whenComplete((ok, failure) -> {
                    if (failure != null) {
                        untold(failure);
                    }
                });
            }
        } catch (RuntimeException | Error e) {
            untold(e);
        }
    }

    private static Throwable reason(Throwable error) {
        return error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    }

    private void untold(Throwable failure) {
        LOG.log(Level.WARNING, () -> "channel " + config.channel()
                + ": the outcome could not be told to the sender of a message", failure);
    }

    @Override
    public void onError(Throwable error) {
        LOG.log(Level.ERROR, () -> "channel " + config.channel() + " ends: its sender has failed", error);
    }

    @Override
    public void onComplete() {
        LOG.log(Level.DEBUG, "channel {0} ends: its sender has nothing more", config.channel());
    }
}

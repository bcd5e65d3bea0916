package io.github.asynqee.internal.fetch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import io.github.asynqee.Task;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.delivery.TaskSettler;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.TaskVersion;
import io.github.asynqee.internal.text.GoDuration;
import io.github.asynqee.internal.text.PrintableText;
import io.github.asynqee.worker.DeadlineExceededException;
import io.github.asynqee.worker.HandlerNotFoundException;
import io.github.asynqee.worker.TaskCancelledException;
import io.github.asynqee.worker.WorkerConfig;

/** Hands dequeued tasks to their channels. */
public final class TaskDispatcher {

    private static final Logger LOG = System.getLogger(TaskDispatcher.class.getName());
    private static final int MAX_REPORTED_TYPES = 1_000;
    private static final Duration MAX_REQUEUE_TIME = Duration.ofSeconds(1);

    private final WorkerConfig config;
    private final Router router;
    private final InFlight inFlight;
    private final TaskSettler settler;
    private final WorkerMetrics metrics;
    private volatile boolean stopped;
    private final Set<String> reportedTypes = ConcurrentHashMap.newKeySet();

    public TaskDispatcher(WorkerConfig config, Router router, InFlight inFlight, TaskSettler settler,
            WorkerMetrics metrics) {
        this.config = config;
        this.router = router;
        this.inFlight = inFlight;
        this.settler = settler;
        this.metrics = metrics;
    }

    /** From now on, tasks of a late fetch are requeued instead of handled. */
    public void stop() {
        stopped = true;
    }

    /** The number of requests to cancel tasks so far; to be read before tasks are dequeued. */
    long cancellations() {
        return inFlight.cancellations();
    }

    /**
     * Dispatches dequeued tasks; returns when the tasks without a lane are requeued.
     *
     * @param cancellationsBefore the number of requests to cancel tasks before they were dequeued
     */
    void dispatch(String queue, DequeuedTasks tasks, long cancellationsBefore) {
        for (String id : tasks.vanished()) {
            LOG.log(Level.WARNING, "task {0} of queue {1} has no message and is removed from the queue",
                    PrintableText.of(id), queue);
        }
        for (DequeuedTasks.Unusable unusable : tasks.unusable()) {
            LOG.log(Level.WARNING, "task {0} of queue {1} is archived: {2}",
                    PrintableText.of(unusable.lease().id()), queue, PrintableText.of(unusable.reason()));
            dispatch(unusable.lease(), null, delivery -> delivery.settle(new Outcome.Archive(unusable.reason())));
        }
        Refused refused = new Refused();
        for (Lease lease : tasks.leases()) {
            Channel channel = router.route(lease.message());
            dispatch(lease, channel, delivery -> {
                if (inFlight.isCancelledSince(cancellationsBefore, lease.id())) {
                    LOG.log(Level.INFO, "{0} is cancelled on request", lease.message());
                    delivery.fail(new TaskCancelledException());
                } else {
                    route(delivery, channel, refused);
                }
            });
        }
        requeue(refused.deliveries);
    }

    /** Tasks without a lane, and the channels that refused them. */
    private static final class Refused {
        private final List<TaskDelivery> deliveries = new ArrayList<>();
        private final Set<Channel> channels = new HashSet<>();
    }

    /**
     * Requeues tasks and waits until they are requeued, for at most one second. Tasks fetched during this time would
     * overtake them.
     */
    private static void requeue(List<TaskDelivery> refused) {
        if (refused.isEmpty()) {
            return;
        }
        // the task requeued last runs first
        Collections.reverse(refused);
        CompletableFuture<?>[] written = refused.stream().map(TaskDelivery::requeue)
                .map(CompletionStage::toCompletableFuture).toArray(CompletableFuture[]::new);
        try {
            CompletableFuture.allOf(written).get(MAX_REQUEUE_TIME.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.DEBUG, "requeueing tasks takes more than " + MAX_REQUEUE_TIME, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A failure to dispatch one task does not affect the others. */
    private void dispatch(Lease lease, Channel channel, Consumer<TaskDelivery> to) {
        TaskDelivery delivery = hold(lease, channel == null ? metrics.unrouted() : channel.metrics());
        try {
            to.accept(delivery);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, () -> lease.message() + " cannot be dispatched and is archived", e);
            delivery.settle(new Outcome.Archive("asynq: cannot be dispatched: " + e));
        }
    }

    private void route(TaskDelivery delivery, Channel channel, Refused refused) {
        TaskMessage message = delivery.message();
        if (stopped) {
            refused.deliveries.add(delivery);
        } else if (channel == null) {
            handlerNotFound(delivery);
        } else if (channel.isClosed()) {
            retryLater(delivery, channel + " has no lanes");
        } else if (!message.deadlineFrom(settler.clock().instant()).isAfter(settler.clock().instant())) {
            delivery.fail(new DeadlineExceededException());
        } else if (refused.channels.contains(channel) || !channel.deliver(delivery)) {
            // tasks behind a refused one must not overtake it
            refused.channels.add(channel);
            refused.deliveries.add(delivery);
        }
    }

    private TaskDelivery hold(Lease lease, ChannelMetrics counts) {
        TaskDelivery delivery = new TaskDelivery(lease, inFlight.nextNumber(), settler.clock(),
                counts.consumed(lease.queue(), lease.message().type()), settler);
        inFlight.add(delivery);
        return delivery;
    }

    private void handlerNotFound(TaskDelivery delivery) {
        String type = delivery.message().type();
        if (router.handlesType(delivery.message())) {
            versionNotFound(delivery);
            return;
        }
        var error = new HandlerNotFoundException(type);
        if (config.unhandledTypeFails()) {
            delivery.fail(error);
            return;
        }
        if (reportedTypes.size() < MAX_REPORTED_TYPES && reportedTypes.add(type)) {
            LOG.log(Level.WARNING,
                    "no channel handles tasks of type \"{1}\" of queue {0}, and no other worker has taken them: "
                            + "they are postponed by {2} without using a retry",
                    delivery.message().queue(), type, GoDuration.format(config.unhandledTypeDelay()));
        }
        retryLater(delivery, error.getMessage());
    }

    /**
     * Retries a task later without using a retry. It does not fail, because a worker that knows its version may start.
     */
    private void versionNotFound(TaskDelivery delivery) {
        TaskMessage message = delivery.message();
        String version = message.headers().getOrDefault(Task.VERSION_HEADER, String.valueOf(TaskVersion.NONE));
        String error = HandlerNotFoundException.ofVersion(message.type(), version).getMessage();
        if (reportedTypes.size() < MAX_REPORTED_TYPES && reportedTypes.add(error)) {
            LOG.log(Level.WARNING,
                    "no channel handles {2} of tasks of type \"{1}\" of queue {0}, and no other worker has taken them: "
                            + "they are postponed by {3} without using a retry",
                    message.queue(), message.type(), HandlerNotFoundException.shown(version),
                    GoDuration.format(config.unhandledTypeDelay()));
        }
        retryLater(delivery, error);
    }

    private void retryLater(TaskDelivery delivery, String why) {
        delivery.settle(new Outcome.Retry(settler.clock().instant().plus(config.unhandledTypeDelay()), why, false));
    }
}

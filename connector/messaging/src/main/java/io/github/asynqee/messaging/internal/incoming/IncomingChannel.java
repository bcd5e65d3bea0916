package io.github.asynqee.messaging.internal.incoming;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.asynqee.NotAFailureException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.PayloadCodec.Problem;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.payload.UnusablePayloadException;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/** An incoming channel. Creates its lanes, and the messages for their deliveries. */
public final class IncomingChannel {

    private final IncomingConfig config;
    private final Channel tasks;
    private final LaneSetup setup;
    /** Lanes that are not cancelled. A cancelled lane is removed, so that its subscriber can be garbage-collected. */
    private final List<LaneSubscription> lanes = new CopyOnWriteArrayList<>();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger dead = new AtomicInteger();
    private volatile boolean stopping;

    /**
     * Creates a channel without lanes.
     *
     * @param config its configuration
     * @param setup the parts shared by its lanes
     */
    public IncomingChannel(IncomingConfig config, LaneSetup setup) {
        this.config = config;
        this.tasks = new Channel(config.tasks());
        this.setup = setup;
    }

    /**
     * Returns a stream of the channel's tasks. Each subscription is a lane.
     *
     * @return the stream; only the subscriber ends it
     */
    public Publisher<Message<?>> publisher() {
        return subscriber -> {
            Objects.requireNonNull(subscriber, "subscriber");
            LaneSubscription lane = new LaneSubscription(tasks, setup, this::message, () -> stopping, this::cancelled,
                    subscriber);
            setup.executor().addLane();
            opened.incrementAndGet();
            lanes.add(lane);
            subscriber.onSubscribe(lane);
        };
    }

    private void cancelled(LaneSubscription lane) {
        lanes.remove(lane);
        if (lane.isDead()) {
            dead.incrementAndGet();
        }
    }

    /** @return its configuration */
    public IncomingConfig config() {
        return config;
    }

    /** @return the channel as the worker sees it */
    public Channel tasks() {
        return tasks;
    }

    /** @return the number of lanes, including cancelled lanes */
    public int lanes() {
        return opened.get();
    }

    /** @return the number of lanes that the runtime cancelled; they cannot be restored */
    public int deadLanes() {
        return dead.get();
    }

    /** Offers lanes again whose last task the container could not run. */
    public void offerRefusedLanes() {
        lanes.forEach(LaneSubscription::offerIfRefused);
    }

    /** Marks the channel as stopping: cancelled lanes are expected from now on. */
    public void stopping() {
        stopping = true;
    }

    /**
     * Creates the message of a delivery; returns {@code null} if the delivery failed because no payload can be decoded.
     */
    private @Nullable LaneMessage<?> message(Delivery delivery) {
        try {
            return tasks.config().handlesGroups() ? group(delivery) : task((TaskDelivery) delivery);
        } catch (RuntimeException | Error unusable) {
            delivery.fail(unusable);
            return null;
        }
    }

    private IncomingMessage task(TaskDelivery delivery) {
        return new IncomingMessage(delivery, payload(delivery.message()), setup, config.channel());
    }

    private @Nullable IncomingGroup group(Delivery delivery) {
        List<TaskMessage> members = new ArrayList<>();
        List<Object> payloads = new ArrayList<>();
        Map<TaskMessage, RuntimeException> unusable = new LinkedHashMap<>();
        for (TaskMessage member : delivery.members()) {
            try {
                payloads.add(payload(member));
                members.add(member);
            } catch (SkipRetryException | NotAFailureException | PayloadCodec.UnreadException e) {
                unusable.put(member, e);
            }
        }
        if (delivery instanceof GroupDelivery group) {
            group.failAlone(unusable);
        } else if (!unusable.isEmpty()) {
            throw unusable.values().iterator().next();
        }
        return members.isEmpty() ? null
                : new IncomingGroup(delivery, config.url(), List.copyOf(members), payloads,
                        setup.ackCompletion(), config.channel());
    }

    private Object payload(TaskMessage message) {
        try {
            Object payload = setup.payloads().read(message);
            if (setup.payloads().upgrades(message)) {
                tasks.metrics().attempts().upgraded();
            }
            return payload;
        } catch (NotAFailureException e) {
            // a server with another configuration may be able to decode the payload
            Problem problem = e instanceof PayloadCodec.NotYetException codec ? codec.problem() : Problem.INVALID;
            unread(problem);
            throw PayloadCodec.NotYetException.because(problem, named(message) + PayloadCodec.WAITS + e.getMessage(),
                    e);
        } catch (PayloadCodec.UnreadException e) {
            unread(Problem.LOST);
            throw new PayloadCodec.UnreadException(named(message) + ": " + e.getMessage());
        } catch (OutOfMemoryError e) {
            unread(Problem.MEMORY);
            // use a retry: a payload that needs more memory than any server has would otherwise fill each of them
            // forever
            throw new PayloadCodec.UnreadException(named(message) + ": its payload of " + message.payload().length
                    + " stored bytes needs more memory than this server has left (" + e.getMessage() + ")");
        } catch (UnusablePayloadException | RuntimeException | StackOverflowError e) {
            unread(Problem.INVALID);
            String text = "payload of task type \"" + message.type() + "\" is not the " + setup.payloadType()
                    + " that channel " + config.channel() + " handles: "
                    + (e instanceof UnusablePayloadException ? e.getMessage() : e.getClass().getName());
            throw new SkipRetryException(text, e);
        }
    }

    private void unread(Problem problem) {
        tasks.metrics().attempts().unread(problem);
    }

    private static String named(TaskMessage message) {
        return PayloadCodec.named(message.id(), message.type(), message.queue());
    }
}

package io.github.asynqee.messaging.internal.incoming;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

import jakarta.enterprise.context.control.RequestContextController;

import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.payload.PayloadReader;
import io.github.asynqee.messaging.internal.threads.LaneExecutor;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.reactivestreams.Publisher;

/** A channel of handlers: its lanes, what they have in common, and how they are. */
public final class IncomingChannel {

    private final IncomingConfig config;
    private final Channel tasks;
    private final Setup setup;
    private final List<LaneSubscription> lanes = new CopyOnWriteArrayList<>();
    private volatile boolean stopping;

    /**
     * What the lanes of a channel work with.
     *
     * @param payloadType the declared type of the payload, for messages
     * @param payloads reads payloads
     * @param results writes results
     * @param acknowledging when the stages complete that acknowledging a message returns
     * @param executor runs handlers
     * @param requestContexts makes a request context for each lane
     */
    public record Setup(String payloadType, PayloadReader payloads, PayloadEncoder results, AckCompletion acknowledging,
            LaneExecutor executor, Supplier<RequestContextController> requestContexts) {}

    /**
     * Creates a channel without lanes.
     *
     * @param config its configuration
     * @param setup what its lanes work with
     */
    public IncomingChannel(IncomingConfig config, Setup setup) {
        this.config = config;
        this.tasks = new Channel(config.tasks());
        this.setup = setup;
    }

    /**
     * One more stream of the channel's tasks. Each subscription is a lane.
     *
     * @return the stream; it ends only by being cancelled
     */
    public Publisher<Message<?>> publisher() {
        return subscriber -> {
            LaneSubscription lane = new LaneSubscription(this, subscriber);
            setup.executor().addLane();
            lanes.add(lane);
            subscriber.onSubscribe(lane);
        };
    }

    /** @return its configuration */
    public IncomingConfig config() {
        return config;
    }

    /** @return the worker's end of the channel */
    public Channel tasks() {
        return tasks;
    }

    /** @return how many lanes it has */
    public int lanes() {
        return lanes.size();
    }

    /** @return how many of its lanes have been cancelled by the runtime, which nothing brings back */
    public int deadLanes() {
        return (int) lanes.stream().filter(LaneSubscription::isDead).count();
    }

    /** Says that from now on it is right when lanes are cancelled. */
    public void stopping() {
        stopping = true;
    }

    boolean isStopping() {
        return stopping;
    }

    Setup setup() {
        return setup;
    }
}

package io.github.asynqee.messaging.internal.incoming;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import jakarta.enterprise.context.control.RequestContextController;

import io.github.asynqee.NotAFailureException;
import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.lane.Lane;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A lane of a channel: towards the worker a {@link Lane}, towards the runtime a {@link Subscription}.
 *
 * <p>It is free when three things have come together, in whatever order and on whatever thread: the runtime wants a
 * message, the thread that handed over the last one has come back, and it has been said what became of the tasks handed
 * over. So there is never more than one call of the subscriber at a time, and a handler that acknowledges later holds its
 * lane meanwhile. Only a subscriber that asked for several messages at once has as many tasks in its hands. If the next
 * task is there already, it is handed over on the thread that has come back.
 */
final class LaneSubscription implements Lane, Subscription {

    private static final Logger LOG = System.getLogger(LaneSubscription.class.getName());

    private final IncomingChannel channel;
    private final Subscriber<? super Message<?>> subscriber;
    private final LaneMessages messages;
    private final RequestContextController requestContext;
    private final Set<Delivery> unreleased = new HashSet<>();
    /** How many messages the runtime wants. */
    private long demand;
    /** The most it has ever wanted at once. */
    private long mostDemand;
    private boolean offered;
    private boolean running;
    private boolean cancelled;
    private boolean dead;

    LaneSubscription(IncomingChannel channel, Subscriber<? super Message<?>> subscriber) {
        this.channel = channel;
        this.subscriber = subscriber;
        this.messages = new LaneMessages(channel);
        this.requestContext = channel.setup().requestContexts().get();
    }

    @Override
    public void request(long messages) {
        if (messages <= 0) {
            subscriber.onError(new IllegalArgumentException("request must be positive: " + messages));
            cancel();
            return;
        }
        synchronized (this) {
            demand = demand + messages < 0 ? Long.MAX_VALUE : demand + messages;
            mostDemand = Math.max(mostDemand, demand);
        }
        offerIfFree();
    }

    private void offerIfFree() {
        if (isFree()) {
            channel.tasks().ready(this);
        }
    }

    /** Whether the caller is to say that the lane is free. */
    private synchronized boolean isFree() {
        if (cancelled || offered || running || demand == 0 || unreleased.size() >= mostDemand) {
            return false;
        }
        offered = true;
        return true;
    }

    private synchronized void taken(Delivery delivery) {
        offered = false;
        running = true;
        demand--;
        unreleased.add(delivery);
    }

    @Override
    public void deliver(Delivery delivery) {
        taken(delivery);
        try {
            channel.setup().executor().execute(() -> run(delivery));
        } catch (RuntimeException | Error e) {
            if (!channel.isStopping()) {
                LOG.log(Level.ERROR, () -> "channel " + channel.config().channel() + " has no thread for "
                        + delivery + ", which is tried again", e);
                delivery.fail(new NotAFailureException("no thread: " + e, e));
            }
            notHandedOver(delivery);
            offerIfFree();
        }
    }

    private void run(Delivery first) {
        for (Delivery delivery = first; delivery != null; delivery = next()) {
            runOne(delivery);
        }
    }

    /** The next one, if it is there already and is to be run on this thread. */
    private Delivery next() {
        if (!channel.setup().executor().reusesThreads()) {
            offerIfFree();
            return null;
        }
        // whatever the handler has left behind is not the next one's
        Thread.interrupted();
        Delivery next = isFree() ? channel.tasks().next(this) : null;
        if (next != null) {
            taken(next);
        }
        return next;
    }

    private void runOne(Delivery delivery) {
        if (isCancelled()) {
            delivery.requeue();
            notHandedOver(delivery);
            return;
        }
        if (!delivery.begin()) {
            notHandedOver(delivery);
            return;
        }
        LaneMessage<?> message = messages.of(delivery);
        if (message == null) {
            delivery.end();
            notHandedOver(delivery);
            return;
        }
        delivery.onLaneFree(() -> released(delivery));
        handOver(message, delivery);
        List<Delivery> lost;
        synchronized (this) {
            running = false;
            lost = cancelled ? new ArrayList<>(unreleased) : List.of();
        }
        lost.forEach(this::failCancelled);
    }

    private void handOver(LaneMessage<?> message, Delivery delivery) {
        boolean activated = activateRequestContext();
        try {
            CurrentMessage.set(message);
            subscriber.onNext(message);
        } catch (Throwable e) {
            LOG.log(Level.ERROR, () -> "channel " + channel.config().channel() + ": " + message + " was refused", e);
            message.nack(e);
        } finally {
            CurrentMessage.clear();
            if (activated) {
                requestContext.deactivate();
            }
            delivery.end();
        }
    }

    private boolean activateRequestContext() {
        try {
            return requestContext.activate();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, () -> "channel " + channel.config().channel() + " runs without request context", e);
            return false;
        }
    }

    /** The subscriber has not seen this one: it still wants a message. */
    private synchronized void notHandedOver(Delivery delivery) {
        unreleased.remove(delivery);
        running = false;
        demand++;
    }

    private void released(Delivery delivery) {
        synchronized (this) {
            unreleased.remove(delivery);
        }
        offerIfFree();
    }

    /** The runtime gives up: a handler has thrown where the runtime cannot go on, or the application is stopping. */
    @Override
    public void cancel() {
        List<Delivery> lost;
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            dead = !channel.isStopping();
            lost = dead && !running ? new ArrayList<>(unreleased) : List.of();
        }
        channel.tasks().remove(this);
        if (dead) {
            LOG.log(Level.ERROR,
                    "channel {0} has lost a lane: the runtime has cancelled it, most likely because of the "
                            + "exception logged before; only a new deployment brings it back",
                    channel.config().channel());
        }
        lost.forEach(this::failCancelled);
    }

    private void failCancelled(Delivery delivery) {
        if (!channel.isStopping()) {
            delivery.fail(new IllegalStateException(
                    "the stream of channel " + channel.config().channel() + " was cancelled while the task ran"));
        }
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    synchronized boolean isDead() {
        return dead;
    }
}

package io.github.asynqee.messaging.internal.incoming;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;

import jakarta.enterprise.context.control.RequestContextController;

import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Channel.Lane;
import io.github.asynqee.messaging.internal.tracing.HandlerScope;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A lane of a channel: towards the worker a {@link Lane}, towards the runtime a {@link Subscription}.
 *
 * <p>The lane is free when the runtime has requested a message, the previous call of the subscriber has returned, and
 * the tasks passed to it are settled, in any order and on any thread. So calls of the subscriber never overlap, and a
 * handler that acknowledges later occupies its lane until then. Only a subscriber that requests several messages at
 * once can hold several tasks. If the next task is already prefetched, it runs on the thread of the previous task.
 */
final class LaneSubscription implements Lane, Subscription {

    private static final Logger LOG = System.getLogger(LaneSubscription.class.getName());

    private final Channel tasks;
    private final LaneSetup setup;
    private final Function<Delivery, LaneMessage<?>> messages;
    private final BooleanSupplier stopping;
    private final Consumer<LaneSubscription> onCancelled;
    private final Subscriber<? super Message<?>> subscriber;
    private final RequestContextController requestContext;
    private final Set<Delivery> unreleased = new HashSet<>();
    /** Number of messages requested by the runtime and not delivered yet. */
    private long demand;
    /** Maximum of {@link #demand} so far. */
    private long maxDemand;
    private boolean offered;
    private boolean running;
    private boolean cancelled;
    private boolean refused;
    private boolean dead;
    /** The delivery whose call has ended with an error that could not be handled, and the error. */
    private @Nullable Delivery broken;
    private @Nullable Throwable brokenBy;
    /** Whether the subscriber got the delivery that runs. */
    private boolean passedOn;
    /** The error to signal to the subscriber as soon as no call is running. */
    private @Nullable Throwable failure;

    LaneSubscription(Channel tasks, LaneSetup setup, Function<Delivery, LaneMessage<?>> messages,
            BooleanSupplier stopping, Consumer<LaneSubscription> onCancelled,
            Subscriber<? super Message<?>> subscriber) {
        this.tasks = tasks;
        this.setup = setup;
        this.messages = messages;
        this.stopping = stopping;
        this.onCancelled = onCancelled;
        this.subscriber = subscriber;
        this.requestContext = setup.requestContexts().get();
    }

    @Override
    public void request(long messages) {
        if (messages <= 0) {
            end(new IllegalArgumentException("request must be positive (Reactive Streams rule 3.9): " + messages));
            return;
        }
        synchronized (this) {
            demand = demand + messages < 0 ? Long.MAX_VALUE : demand + messages;
            maxDemand = Math.max(maxDemand, demand);
        }
        offerIfFree();
    }

    private void offerIfFree() {
        if (isFree()) {
            tasks.ready(this);
            leaveIfCancelled();
        }
    }

    /** Removes the lane from the channel if it was cancelled concurrently, before it was offered. */
    private void leaveIfCancelled() {
        if (isCancelled()) {
            tasks.remove(this);
        }
    }

    /** Whether the lane became free; the caller must then offer it to the channel. */
    private synchronized boolean isFree() {
        if (cancelled || refused || offered || running || demand == 0 || unreleased.size() >= maxDemand) {
            return false;
        }
        offered = true;
        return true;
    }

    private synchronized void taken(Delivery delivery) {
        offered = false;
        running = true;
        passedOn = false;
        demand--;
        unreleased.add(delivery);
    }

    @Override
    public void deliver(Delivery delivery) {
        try {
            taken(delivery);
            setup.executor().execute(() -> run(delivery));
        } catch (RuntimeException | Error e) {
            refuse(delivery, e);
        }
    }

    private void refuse(Delivery delivery, Throwable reason) {
        try {
            if (!stopping.getAsBoolean() && setup.alive().getAsBoolean()) {
                LOG.log(Level.ERROR, () -> "channel " + tasks.config().name() + ": no thread for " + delivery
                        + ", it is requeued", reason);
            }
            refuse(delivery);
        } catch (RuntimeException | Error e) {
            failLater(delivery, e);
        }
    }

    /**
     * Records a failure that cannot be handled now, because there is no memory. The next {@link #offerIfRefused()}
     * handles it.
     */
    private synchronized void failLater(Delivery delivery, Throwable reason) {
        running = false;
        refused = true;
        broken = delivery;
        brokenBy = reason;
    }

    private void failBroken() {
        Delivery delivery;
        Throwable reason;
        synchronized (this) {
            delivery = broken;
            reason = brokenBy;
        }
        if (delivery == null) {
            return;
        }
        delivery.end();
        delivery.fail(reason);
        synchronized (this) {
            broken = null;
            if (!passedOn) {
                notDelivered(delivery);
            }
        }
        delivery.onLaneFree(() -> released(delivery));
    }

    /**
     * Requeues a delivery because the container cannot run the handler. The lane is not offered until
     * {@link #offerIfRefused()}; otherwise it would get the same task again immediately.
     */
    private void refuse(Delivery delivery) {
        delivery.requeue();
        synchronized (this) {
            notDelivered(delivery);
            refused = true;
        }
        signalFailure();
    }

    /** Offers the lane again if the container could not run its last task. */
    void offerIfRefused() {
        failBroken();
        boolean was;
        synchronized (this) {
            was = refused;
            refused = false;
        }
        if (was) {
            offerIfFree();
        }
    }

    private void run(Delivery first) {
        for (Delivery delivery = first; delivery != null; delivery = next()) {
            runCleanly(delivery);
        }
        signalFailure();
    }

    /** Runs a delivery so that its handler does not affect the next delivery on this thread. */
    private void runCleanly(Delivery delivery) {
        AtomicBoolean called = new AtomicBoolean();
        try {
            setup.executor().calls().call(() -> {
                called.set(true);
                runOne(delivery);
            });
        } catch (RuntimeException | Error e) {
            if (called.get()) {
                failLater(delivery, e);
            } else {
                refuse(delivery, e);
            }
        }
    }

    /** Returns the next delivery to run on this thread if it is already prefetched. */
    private @Nullable Delivery next() {
        if (!isFree()) {
            return null;
        }
        Delivery next = tasks.next(this);
        leaveIfCancelled();
        if (next != null) {
            try {
                taken(next);
            } catch (RuntimeException | Error e) {
                refuse(next, e);
                return null;
            }
        }
        return next;
    }

    private void runOne(Delivery delivery) {
        if (isCancelled()) {
            delivery.requeue();
            notDelivered(delivery);
            return;
        }
        if (!setup.alive().getAsBoolean()) {
            refuse(delivery);
            return;
        }
        if (!begin(delivery)) {
            notDelivered(delivery);
            return;
        }
        HandlerScope scope = setup.scopes().open(delivery);
        try {
            handle(delivery);
        } finally {
            scope.close();
        }
    }

    private void handle(Delivery delivery) {
        LaneMessage<?> message = messages.apply(delivery);
        if (message == null) {
            delivery.end();
            notDelivered(delivery);
            return;
        }
        delivery.onLaneFree(() -> released(delivery));
        callSubscriber(message, delivery);
        List<Delivery> lost;
        synchronized (this) {
            running = false;
            lost = cancelled ? new ArrayList<>(unreleased) : List.of();
        }
        lost.forEach(this::failCancelled);
    }

    /** Begins a delivery; if that fails, fails the delivery and frees the lane. */
    private boolean begin(Delivery delivery) {
        try {
            return delivery.begin();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, () -> "channel " + tasks.config().name() + ": " + delivery
                    + " could not begin and fails", e);
            delivery.end();
            delivery.fail(e);
            return false;
        }
    }

    private void callSubscriber(LaneMessage<?> message, Delivery delivery) {
        boolean activated = activateRequestContext();
        try {
            message.calledBy(setup.executor().calls());
            LaneMessage.current(message);
            synchronized (this) {
                passedOn = true;
            }
            subscriber.onNext(message);
        } catch (Throwable e) {
            LOG.log(Level.ERROR, () -> "channel " + tasks.config().name() + ": the runtime refused " + message
                    + ", which fails", e);
            message.nack(e);
        } finally {
            try {
                message.returned();
            } finally {
                LaneMessage.current(null);
                if (activated) {
                    requestContext.deactivate();
                }
                delivery.end();
            }
        }
    }

    private boolean activateRequestContext() {
        try {
            return requestContext.activate();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, () -> "channel " + tasks.config().name()
                    + ": no request context could be activated, the handler runs without", e);
            return false;
        }
    }

    /** Restores the subscriber's request, because it did not receive this delivery. */
    private synchronized void notDelivered(Delivery delivery) {
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

    /**
     * Called by the runtime to cancel the stream, after an exception that it cannot handle or because the application
     * is stopping.
     */
    @Override
    public void cancel() {
        end(null);
    }

    /** Ends the lane; signals the reason to its subscriber unless it is {@code null}. */
    private void end(@Nullable Throwable reason) {
        List<Delivery> lost;
        synchronized (this) {
            if (cancelled) {
                return;
            }
            cancelled = true;
            failure = reason;
            dead = !stopping.getAsBoolean();
            lost = dead && !running ? new ArrayList<>(unreleased) : List.of();
        }
        tasks.remove(this);
        onCancelled.accept(this);
        if (dead) {
            LOG.log(Level.ERROR,
                    "channel {0} lost a lane: the runtime cancelled its stream, probably after the exception logged "
                            + "before; redeploy the application to restore the lane",
                    tasks.config().name());
        }
        lost.forEach(this::failCancelled);
        signalFailure();
    }

    /** Signals the error. While a call is running, its thread does so afterwards, because signals must not overlap. */
    private void signalFailure() {
        Throwable signal;
        synchronized (this) {
            if (running) {
                return;
            }
            signal = failure;
            failure = null;
        }
        if (signal != null) {
            subscriber.onError(signal);
        }
    }

    private void failCancelled(Delivery delivery) {
        if (!stopping.getAsBoolean()) {
            delivery.fail(new IllegalStateException(
                    "the stream of channel " + tasks.config().name()
                            + " was cancelled while the task was running"));
        }
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    synchronized boolean isDead() {
        return dead;
    }
}

package io.github.asynqee.messaging.internal.events;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.NotificationOptions;

import io.github.asynqee.BrokerException;
import io.github.asynqee.event.RedisChecked;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskListener;

/**
 * Fires what happens as asynchronous CDI events. Observers run on a few threads of their own, so that they keep no task
 * waiting; if they cannot keep up, further events are dropped, and the log says how many.
 */
public final class EventBridge implements AutoCloseable {

    /** How many events may wait for their observers. */
    static final int MAX_WAITING = 10_000;
    static final int THREADS = 4;

    private static final Logger LOG = System.getLogger(EventBridge.class.getName());
    private static final Duration IDLE = Duration.ofSeconds(10);

    private final Event<Object> events;
    private final EventObservers observers;
    private final ThreadPoolExecutor executor;
    private final NotificationOptions options;
    private final AtomicLong dropped = new AtomicLong();

    /**
     * Creates the bridge.
     *
     * @param events fires events
     * @param observers which events are wanted
     * @param threads makes the observers' threads
     */
    public EventBridge(Event<Object> events, EventObservers observers, ThreadFactory threads) {
        this(events, observers, executor(threads));
    }

    private EventBridge(Event<Object> events, EventObservers observers, ThreadPoolExecutor executor) {
        this.events = events;
        this.observers = observers;
        this.executor = executor;
        this.options = NotificationOptions.ofExecutor((Executor) executor);
    }

    private static ThreadPoolExecutor executor(ThreadFactory threads) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(THREADS, THREADS, IDLE.toMillis(), TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING), threads);
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /**
     * Who is to be told of tasks.
     *
     * @return {@link TaskListener#NONE} if nobody wants to know
     */
    public TaskListener tasks() {
        return observers.wantAny(TaskEvent.class) ? this::fire : TaskListener.NONE;
    }

    /**
     * Who is to be told how Redis is.
     *
     * @param redis its URL, without password
     * @return gets the error, or nothing if Redis is well; {@code null} if nobody wants to know
     */
    public Consumer<Optional<BrokerException>> healthChecks(String redis) {
        return observers.wantAny(RedisChecked.class)
                ? error -> fire(new RedisChecked(redis, Instant.now(), error.orElse(null))) : null;
    }

    private void fire(Object event) {
        if (!observers.want(event)) {
            return;
        }
        try {
            events.fireAsync(event, options).whenComplete((done, error) -> {
                if (error != null) {
                    LOG.log(Level.ERROR, () -> "an observer of " + event.getClass().getSimpleName() + " failed", error);
                }
            });
            reportDropped();
        } catch (RejectedExecutionException e) {
            if (dropped.getAndIncrement() == 0) {
                LOG.log(Level.WARNING, "observers of events cannot keep up: {0} wait, further ones are dropped",
                        MAX_WAITING);
            }
        }
    }

    private void reportDropped() {
        if (dropped.get() > 0 && executor.getQueue().size() < MAX_WAITING / 2) {
            LOG.log(Level.WARNING, "{0} events were dropped: their observers could not keep up",
                    dropped.getAndSet(0));
        }
    }

    /** Lets the observers see what was fired so far, for a short while, and ends their threads. */
    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(500, TimeUnit.MILLISECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}

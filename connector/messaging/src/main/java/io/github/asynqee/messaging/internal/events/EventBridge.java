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

import io.github.asynqee.event.RedisChecked;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;

/**
 * Fires task events as asynchronous CDI events. Observers run on their own threads, so that they do not delay tasks.
 * If they are too slow, further events are dropped, and their number is logged.
 */
public final class EventBridge implements AutoCloseable {

    /** Maximum number of events waiting for their observers. */
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
     * @param observers the events observed by the application
     * @param threads creates the observers' threads
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
     * The listener that fires task events.
     *
     * @param onDropped called for each event that is dropped
     * @return {@link TaskListener#NONE} if the application observes none
     */
    public TaskListener tasks(Runnable onDropped) {
        return observers.observesAny(TaskEvent.class) ? new Listener(onDropped) : TaskListener.NONE;
    }

    private final class Listener implements TaskListener {

        private final Runnable onDropped;

        private Listener(Runnable onDropped) {
            this.onDropped = onDropped;
        }

        @Override
        public void on(TaskEvent event) {
            fire(event, onDropped);
        }

        @Override
        public boolean listensTo(Class<? extends TaskEvent> type) {
            return observers.observes(type);
        }
    }

    /**
     * The callback that fires the results of health checks.
     *
     * @param redis the URL of the Redis, without password
     * @param onDropped called for each event that is dropped
     * @return called with the error, or empty after a successful check; {@code null} if the application observes none
     */
    public @Nullable Consumer<Optional<BrokerException>> healthChecks(String redis, Runnable onDropped) {
        return observers.observesAny(RedisChecked.class)
                ? error -> fire(new RedisChecked(redis, Instant.now(), error.orElse(null)), onDropped) : null;
    }

    private void fire(Object event, Runnable onDropped) {
        if (!observers.observes(event.getClass())) {
            return;
        }
        try {
            events.fireAsync(event, options).whenComplete((done, error) -> {
                if (error != null) {
                    LOG.log(Level.ERROR, () -> "asynq: an observer of " + event.getClass().getSimpleName() + " failed",
                            error);
                }
            });
            reportDropped();
        } catch (RejectedExecutionException e) {
            onDropped.run();
            if (dropped.getAndIncrement() == 0) {
                LOG.log(Level.WARNING, "asynq: {0} events wait for their observers, further events are dropped",
                        MAX_WAITING);
            }
        }
    }

    private void reportDropped() {
        if (dropped.get() > 0 && executor.getQueue().size() < MAX_WAITING / 2) {
            LOG.log(Level.WARNING, "asynq: {0} events were dropped because their observers were too slow",
                    dropped.getAndSet(0));
        }
    }

    /** Waits briefly for events already fired, then ends the observers' threads. */
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

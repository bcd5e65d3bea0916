package io.github.asynqee.cli.dash;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;

import io.github.asynqee.cli.dash.Location.Tab;
import io.github.asynqee.inspect.InspectionException;
import io.github.asynqee.inspect.Inspector;
import org.jspecify.annotations.Nullable;

/**
 * Reads the data of the current place on a separate thread: when the place changes, after each action, and
 * periodically. Retries every second while Redis does not answer.
 */
final class Poller implements AutoCloseable {

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Inspector inspector;
    private final Loader loader;
    private final Clock clock;
    private final Duration refresh;
    private final Runnable changed;
    private final Thread thread = new Thread(this::run, "asynq-dash-poller");
    private final Queue<Action> actions = new ArrayDeque<>();
    private Location place = Location.of(Tab.QUEUES);
    private int pageSize;
    private boolean wanted;
    private boolean closed;
    private volatile Feed feed = new Feed(null, null, null, null);

    /**
     * The result of polling.
     *
     * @param loaded the data read last, {@code null} before the first read
     * @param lost why Redis does not answer, {@code null} if it does
     * @param notice why there is nothing to show although Redis answers, {@code null} if there is data
     * @param message the result of the last action, {@code null} without an action
     */
    record Feed(@Nullable Loaded loaded, @Nullable String lost, @Nullable String notice, @Nullable String message) {}

    /** Data of a place, and the time when it was read. */
    record Loaded(Location place, Instant at, @Nullable Data data) {}

    /** @param changed called on the poller's thread when there is a new feed */
    Poller(Inspector inspector, Clock clock, Duration refresh, Runnable changed) {
        this.inspector = inspector;
        this.loader = new Loader(inspector);
        this.clock = clock;
        this.refresh = refresh;
        this.changed = changed;
        thread.setDaemon(true);
    }

    /** Starts the thread. Call {@link #show} first. */
    void start() {
        thread.start();
    }

    /** Reads a place now and then periodically. */
    synchronized void show(Location newPlace, int newPageSize) {
        place = newPlace;
        pageSize = newPageSize;
        wanted = true;
        notifyAll();
    }

    /** Performs a change, then reads the place. */
    synchronized void perform(Action action) {
        actions.add(action);
        wanted = true;
        notifyAll();
    }

    Feed feed() {
        return feed;
    }

    /** Stops the thread without waiting for a reply from Redis. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
    }

    private void run() {
        while (!isClosed()) {
            poll();
            changed.run();
            await(feed.lost() == null ? refresh : RETRY);
        }
    }

    /** Performs the next action, then reads the place. */
    void poll() {
        Location current;
        int size;
        Action action;
        synchronized (this) {
            wanted = false;
            action = actions.poll();
            current = place;
            size = pageSize;
            wanted = !actions.isEmpty();
        }
        String message = action == null ? feed.message() : perform(action, inspector);
        try {
            Data data = loader.load(current, size);
            feed = new Feed(new Loaded(current, clock.instant(), data), null, null, message);
        } catch (InspectionException | IllegalArgumentException e) {
            feed = new Feed(new Loaded(current, clock.instant(), null), null, e.getMessage(), message);
        } catch (RuntimeException e) {
            feed = new Feed(feed.loaded(), String.valueOf(e.getMessage()), null, message);
        }
    }

    private static String perform(Action action, Inspector inspector) {
        try {
            action.change().accept(inspector);
            return action.done();
        } catch (RuntimeException e) {
            return "Not done: " + e.getMessage();
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized void await(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        try {
            for (long left = time.toNanos(); !wanted && !closed && left > 0; left = end - System.nanoTime()) {
                wait(Math.max(1, left / 1_000_000));
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }
}

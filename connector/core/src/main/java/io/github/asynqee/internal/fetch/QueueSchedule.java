package io.github.asynqee.internal.fetch;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Knows which queues can be requested now, at a later time, or after a change. A queue is examined again after a
 * request, after a change and when its time is reached, so that other queues cost nothing. Confined to the fetcher's
 * thread, except {@link #changed}, {@link #requeued} and {@link #size}.
 */
final class QueueSchedule {

    /** A queue in the schedule. */
    private static final class Entry {

        private final QueueState queue;
        private final QueueOrderEntry place;
        private final int number;
        private final AtomicBoolean changed = new AtomicBoolean();
        private boolean waits;
        private long at;
        private boolean awaitsChange;

        Entry(QueueState queue, QueueOrderEntry place, int number) {
            this.queue = queue;
            this.place = place;
            this.number = number;
        }

        /** Compares two times of {@link System#nanoTime}, which may overflow. */
        static int compareTimes(Entry one, Entry other) {
            return Long.signum(one.at - other.at);
        }
    }

    private final Map<String, Entry> entries = new ConcurrentHashMap<>();
    private final Map<String, QueueOrderEntry> places = new LinkedHashMap<>();
    /** The entries with a time, the earliest first. */
    private final NavigableSet<Entry> waiting = new TreeSet<>(
            ((Comparator<Entry>) Entry::compareTimes).thenComparingInt(entry -> entry.number));
    /** The entries that have changed since they were last examined. */
    private final Queue<Entry> changed = new ConcurrentLinkedQueue<>();
    private int awaitingChange;

    /**
     * Adds a queue.
     *
     * @param place its position in the queue order
     */
    void add(QueueState queue, String place, long now) {
        QueueOrderEntry of = places.computeIfAbsent(place, name -> new QueueOrderEntry(name,
                queue.routes().stream().map(RouteProgress::channel).toList()));
        Entry entry = new Entry(queue, of, entries.size());
        entries.put(queue.name(), entry);
        update(entry, now);
    }

    /** The number of queues. */
    int size() {
        return entries.size();
    }

    boolean contains(String queue) {
        return entries.containsKey(queue);
    }

    /** The entries of the queue order, by name. */
    Map<String, QueueOrderEntry> places() {
        return places;
    }

    /** A queue has changed; returns whether it is in the schedule. Called by any thread. */
    boolean changed(String queue) {
        Entry entry = entries.get(queue);
        // a new queue is always requested
        if (entry != null) {
            entry.queue.changed();
            noted(entry);
        }
        return entry != null;
    }

    /** A task was requeued to the head of a queue. Called by any thread. */
    void requeued(String queue) {
        Entry entry = entries.get(queue);
        entry.queue.requeued();
        noted(entry);
    }

    private void noted(Entry entry) {
        if (!entry.changed.getAndSet(true)) {
            changed.add(entry);
        }
    }

    /** Examines queues that have changed, and queues whose time is reached. */
    void update(long now) {
        for (Entry entry = changed.poll(); entry != null; entry = changed.poll()) {
            // reset first, so that a change from now on is recorded again
            entry.changed.set(false);
            update(entry, now);
        }
        while (!waiting.isEmpty() && waiting.first().at - now <= 0) {
            update(waiting.first(), now);
        }
    }

    /** Examines queues that were requested or watched. */
    void update(Collection<QueueState> queues, long now) {
        queues.forEach(queue -> update(entries.get(queue.name()), now));
    }

    private void update(Entry entry, long now) {
        entry.place.update(entry.queue, now);
        if (entry.waits) {
            waiting.remove(entry);
        }
        entry.at = entry.queue.nextTime(now);
        entry.waits = entry.at != now;
        if (entry.waits) {
            waiting.add(entry);
        }
        awaitingChange -= entry.awaitsChange ? 1 : 0;
        entry.awaitsChange = entry.queue.awaitsChange();
        awaitingChange += entry.awaitsChange ? 1 : 0;
    }

    /** Whether a queue has no tasks of a route until it changes. */
    boolean awaitsChange() {
        return awaitingChange > 0;
    }

    /** The earliest time at which a queue may be requested; the given time if there is none. */
    long nextTime(long now) {
        return waiting.isEmpty() ? now : waiting.first().at;
    }
}

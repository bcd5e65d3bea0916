package io.github.asynqee.interleavings;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;

import io.github.asynqee.internal.broker.watch.QueueChanges;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.internal.broker.watch.QueueEnds;

/** As client tracking: a change is notified once, and then not before the queue was read again. */
final class MemoryChanges implements QueueChanges {

    private final Set<String> tracked = new HashSet<>();
    private final BooleanSupplier isEmpty;
    private Listener listener;

    MemoryChanges(BooleanSupplier isEmpty) {
        this.isEmpty = isEmpty;
    }

    void changed(String queue) {
        Listener told;
        synchronized (this) {
            told = tracked.remove(queue) ? listener : null;
        }
        if (told != null) {
            told.pendingChanged(queue);
        }
    }

    @Override
    public synchronized void start(Collection<String> queues, ThreadFactory threads, Listener told) {
        listener = told;
    }

    @Override
    public Collection<String> queues() {
        return List.of("q");
    }

    @Override
    public void add(Collection<String> queues) {
        // all are known
    }

    @Override
    public List<QueueLook> look(List<String> queues) {
        synchronized (this) {
            tracked.addAll(queues);
        }
        QueueEnds ends = isEmpty.getAsBoolean() ? QueueEnds.EMPTY : new QueueEnds("newest", "oldest");
        return queues.stream().map(queue -> new QueueLook(ends, false, null)).toList();
    }

    @Override
    public void pause() {
        // costs nothing here
    }

    @Override
    public boolean isTracking() {
        return true;
    }

    @Override
    public boolean isPushed() {
        return true;
    }

    @Override
    public Optional<String> refusal() {
        return Optional.empty();
    }

    @Override
    public void stop(StopTime time) {
        // no thread runs
    }
}

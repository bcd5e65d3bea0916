package io.github.asynqee.interleavings;

import io.github.asynqee.internal.broker.watch.QueueChanges;
import io.github.asynqee.internal.fetch.Fetcher;

/** Wakes a fetcher. */
record Changes(Fetcher fetcher) implements QueueChanges.Listener {

    @Override
    public void pendingChanged(String queue) {
        fetcher.changed(queue);
    }

    @Override
    public void delayedChanged() {
        // there is no forwarder
    }

    @Override
    public void groupsChanged(String queue) {
        // there are no groups
    }

    @Override
    public void queuesChanged() {
        // there is one queue
    }
}

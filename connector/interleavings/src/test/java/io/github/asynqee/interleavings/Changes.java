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
        // the test has no forwarder
    }

    @Override
    public void groupsChanged(String queue) {
        // the test has no groups
    }

    @Override
    public void queuesChanged() {
        // there is one queue
    }
}

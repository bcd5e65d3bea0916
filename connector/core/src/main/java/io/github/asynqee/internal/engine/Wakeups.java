package io.github.asynqee.internal.engine;

import io.github.asynqee.internal.broker.watch.QueueChanges;
import io.github.asynqee.internal.fetch.Fetcher;
import io.github.asynqee.internal.group.GroupProcessor;

/** Wakes the parts of a worker that wait for changes of queues. */
final class Wakeups implements QueueChanges.Listener {

    private final Fetcher fetcher;
    private final GroupProcessor groups;
    private final BackgroundServices services;

    Wakeups(Fetcher fetcher, GroupProcessor groups, BackgroundServices services) {
        this.fetcher = fetcher;
        this.groups = groups;
        this.services = services;
    }

    @Override
    public void pendingChanged(String queue) {
        fetcher.changed(queue);
    }

    @Override
    public void queuesChanged() {
        services.lookForQueues();
    }

    @Override
    public void delayedChanged() {
        services.forward();
    }

    @Override
    public void groupsChanged(String queue) {
        groups.look(queue);
    }
}

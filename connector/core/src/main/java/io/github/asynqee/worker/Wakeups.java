package io.github.asynqee.worker;

import io.github.asynqee.broker.QueueChanges;

/** Wakes those parts of a worker that wait for queues to change. */
final class Wakeups implements QueueChanges.Listener {

    private final Fetcher fetcher;
    private final GroupWork groups;
    private final WorkerServices services;

    Wakeups(Fetcher fetcher, GroupWork groups, WorkerServices services) {
        this.fetcher = fetcher;
        this.groups = groups;
        this.services = services;
    }

    @Override
    public void pendingChanged(String queue) {
        fetcher.changed(queue);
    }

    @Override
    public void delayedChanged() {
        services.forward();
    }

    @Override
    public void groupsChanged() {
        groups.look();
    }
}

package io.github.asynqee.internal.engine;

import java.util.List;

import io.github.asynqee.internal.broker.QueueChanges;
import io.github.asynqee.internal.fetch.Fetcher;
import io.github.asynqee.internal.group.GroupProcessor;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.service.ShardWatch;
import io.github.asynqee.internal.shard.Shards;

/** Makes a running worker consume shards that are added to its queues. */
final class AddedShards {

    private final ShardWatch watch;
    private final Router router;
    private final QueueChanges changes;
    private final Fetcher fetcher;
    private final GroupProcessor groups;

    AddedShards(ShardWatch watch, Router router, QueueChanges changes, Fetcher fetcher, GroupProcessor groups) {
        this.watch = watch;
        this.router = router;
        this.changes = changes;
        this.fetcher = fetcher;
        this.groups = groups;
    }

    /**
     * Looks for added shards once.
     *
     * @param services the services that serve them
     */
    void look(BackgroundServices services) {
        watch.runOnce(router.logicalQueues(), router::shards, (queue, count) -> add(queue, count, services));
    }

    private void add(String queue, int count, BackgroundServices services) {
        List<String> added = Shards.names(queue, count).subList(router.shards(queue), count);
        // before they are read: a change would not be notified otherwise
        changes.add(added);
        router.addShards(queue, count);
        fetcher.demand();
        added.forEach(groups::look);
        services.forward();
        services.report();
    }
}

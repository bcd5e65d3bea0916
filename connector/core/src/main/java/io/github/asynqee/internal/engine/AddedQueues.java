package io.github.asynqee.internal.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.watch.QueueChanges;
import io.github.asynqee.internal.fetch.Fetcher;
import io.github.asynqee.internal.group.GroupProcessor;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.service.PatternWatch;
import io.github.asynqee.internal.service.ShardWatch;
import io.github.asynqee.internal.shard.Shards;

/** Makes a running worker consume queues that its patterns match, and shards that are added to its queues. */
final class AddedQueues {

    private final ShardWatch shards;
    private final PatternWatch patterns;
    private final Router router;
    private final QueueChanges changes;
    private final Fetcher fetcher;
    private final GroupProcessor groups;

    /** @param patterns finds queues; {@code null} if the worker has no patterns */
    AddedQueues(ShardWatch shards, PatternWatch patterns, Router router, QueueChanges changes, Fetcher fetcher,
            GroupProcessor groups) {
        this.shards = shards;
        this.patterns = patterns;
        this.router = router;
        this.changes = changes;
        this.fetcher = fetcher;
        this.groups = groups;
    }

    /**
     * Looks for added queues and shards once.
     *
     * @param onAdded called after some were added
     */
    void look(Runnable onAdded) {
        try {
            if (patterns != null) {
                patterns.runOnce(router::isWanted, queues -> add(queues, onAdded));
            }
        } finally {
            shards.runOnce(router.logicalQueues(), router::shards, (queue, count) -> add(queue, count, onAdded));
        }
    }

    private void add(Map<String, Integer> queues, Runnable onAdded) {
        List<String> added = new ArrayList<>();
        queues.forEach((queue, count) -> added.addAll(Shards.names(queue, count)));
        consume(added, () -> router.addQueues(queues), onAdded);
    }

    private void add(String queue, int count, Runnable onAdded) {
        consume(Shards.names(queue, count).subList(router.shards(queue), count),
                () -> router.addShards(queue, count), onAdded);
    }

    private void consume(List<String> added, Runnable route, Runnable onAdded) {
        // before the queues are read, because a change during the read must be notified
        changes.add(added);
        route.run();
        fetcher.demand();
        added.forEach(groups::look);
        onAdded.run();
    }
}

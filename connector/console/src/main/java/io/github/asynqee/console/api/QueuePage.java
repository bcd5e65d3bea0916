package io.github.asynqee.console.api;

import java.util.List;

import io.github.asynqee.console.live.Monitor;
import io.github.asynqee.console.query.Query;
import io.github.asynqee.console.runtime.Instance;
import io.github.asynqee.console.view.Day;
import io.github.asynqee.console.view.QueueDetails;
import io.github.asynqee.console.view.QueueDetails.Group;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.shard.Shards;

/** Reads all that the page of a queue shows. */
final class QueuePage {

    private static final int DAYS = 30;
    private static final int MAX_GROUPS = 500;
    private static final int ERRORS = 2_000;

    private final Instance instance;
    private final Monitor monitor;
    private final String queue;

    QueuePage(Instance instance, String queue) {
        this.instance = instance;
        this.monitor = instance.monitor();
        this.queue = queue;
    }

    QueueDetails read() {
        monitor.view(List.of(queue));
        long consumers = monitor.servers().stream().filter(server -> server.queues().containsKey(queue)).count();
        Query ofQueue = new Query("", TaskFilter.ALL.inQueues(queue), List.of());
        QueueDetails details = monitor.redis().ask(inspector -> read(inspector, consumers));
        return details.withErrors(Queries.errors(instance, ofQueue, ERRORS).items());
    }

    private QueueDetails read(Inspector inspector, long consumers) {
        QueueInfo info = inspector.queue(queue);
        QueueRow row = QueueRow.of(info, consumers);
        List<Finding> findings = inspector.queueFindings(List.of(info)).stream()
                .filter(finding -> finding.queue().equals(queue) || Shards.logical(finding.queue()).equals(queue))
                .toList();
        List<Group> groups = inspector.groups(queue, null, MAX_GROUPS).groups().stream().limit(MAX_GROUPS)
                .map(group -> new Group(group.group(), group.size())).toList();
        return new QueueDetails(row, Day.sum(inspector.history(queue, DAYS)), groups, findings, List.of());
    }
}

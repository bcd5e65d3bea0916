package io.github.asynqee.console.api;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

import io.github.asynqee.console.live.Monitor;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.query.Query;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.view.BatchRow;
import io.github.asynqee.console.view.Day;
import io.github.asynqee.console.view.ErrorRow;
import io.github.asynqee.console.view.QueueDetails;
import io.github.asynqee.console.view.QueueDetails.Group;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerUnavailableException;

/** Reads all that the page of a queue shows. */
final class QueuePage {

    private static final Logger LOG = System.getLogger(QueuePage.class.getName());
    private static final int DAYS = 30;
    private static final int MAX_GROUPS = 500;
    private static final int MAX_BATCHES = 100;
    private static final int ERRORS = 2_000;

    private final ConsoleRedis redis;
    private final Monitor monitor;
    private final Masking masking;
    private final String queue;
    private final List<String> unreadable = new ArrayList<>();

    QueuePage(RedisConsole instance, String queue) {
        this.redis = instance.redis();
        this.monitor = instance.monitor();
        this.masking = instance.masking();
        this.queue = queue;
    }

    QueueDetails read() {
        long consumers = monitor.servers().stream().filter(server -> server.queues().containsKey(queue)).count();
        Query ofQueue = new Query("", TaskFilter.ALL.inQueues(queue), List.of());
        QueueInfo info = redis.ask(inspector -> inspector.queues().info(queue));
        // the queue exists, so it can be marked as viewed
        monitor.view(List.of(queue));
        List<Day> history = part("history", inspector -> Day.sum(inspector.queues().history(queue, DAYS)));
        List<Group> groups = part("groupList",
                inspector -> inspector.queues().groups(queue, null, MAX_GROUPS).groups().stream()
                        .limit(MAX_GROUPS).map(group -> new Group(group.group(), group.size())).toList());
        List<BatchRow> batches = part("batches", inspector -> inspector.batches().list(queue, MAX_BATCHES).stream()
                .map(batch -> BatchRow.of(batch, masking)).toList());
        List<Finding> findings = part("findings", inspector -> inspector.health().findingsOf(List.of(info)).stream()
                .filter(finding -> finding.queue().equals(queue) || Shards.logical(finding.queue()).equals(queue))
                .toList());
        List<ErrorRow> errors = part("errors",
                inspector -> Queries
                        .errors(inspector, List.of(Queries.source(QueueRow.of(info, consumers))), ofQueue, ERRORS,
                                masking)
                        .items());
        return new QueueDetails(QueueRow.of(info, consumers), history, groups, batches, findings, errors,
                unreadable.isEmpty() ? null : unreadable);
    }

    /**
     * Reads one list of the page. If the list cannot be read, or the console fails, the other lists are still shown.
     */
    private <T> List<T> part(String name, Function<Inspector, List<T>> reading) {
        return redis.ask(inspector -> {
            try {
                return reading.apply(inspector);
            } catch (QueueNotFoundException | BrokerUnavailableException | AmbiguousResultException e) {
                throw e;
            } catch (RuntimeException | StackOverflowError e) {
                LOG.log(Level.WARNING, () -> "The " + name + " of a queue cannot be read.", e);
                unreadable.add(name);
                return List.of();
            }
        });
    }
}

package io.github.asynqee.console.live;

import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.view.Freshness;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.ServerDetails;

/**
 * The state of one Redis at one moment.
 *
 * @param at when it was read
 * @param queues all queues, by name; with many queues they were read round-robin
 * @param servers all servers
 * @param findings findings of the last examination, which is less frequent; most urgent first
 * @param ages how old the queues are
 * @param examined last examination by queue
 * @param complete whether each queue has been read; otherwise the next reading is due immediately
 */
record Snapshot(Instant at, List<QueueRow> queues, List<ServerDetails> servers, List<Finding> findings,
        List<QueueAge> ages, ExaminationTimes examined, boolean complete) {

    Freshness freshness() {
        return QueueAge.freshness(ages, at);
    }

    /** Returns the same state restricted to the queues of a scope. */
    Snapshot within(QueueScope scope) {
        return scope.isAll() ? this : new Snapshot(at,
                queues.stream().filter(queue -> scope.contains(queue.name())).toList(),
                serversWithin(scope),
                findings.stream().filter(finding -> scope.contains(finding.queue())).toList(),
                ages.stream().filter(age -> scope.contains(age.name())).toList(), examined, complete);
    }

    /** Filters the servers. Many servers have the same map of queues, which is filtered once. */
    private List<ServerDetails> serversWithin(QueueScope scope) {
        Map<Map<String, Integer>, Map<String, Integer>> filtered = new IdentityHashMap<>();
        return servers.stream().map(server -> {
            Map<String, Integer> kept = filtered.computeIfAbsent(server.queues(),
                    queues -> server.within(scope::contains).queues());
            return new ServerDetails(server.id(), server.host(), server.pid(), server.concurrency(), kept,
                    server.strictPriority(), server.status(), server.startedAt(),
                    server.activeWorkers().stream().filter(task -> scope.contains(task.queue())).toList());
        }).filter(server -> !server.queues().isEmpty()).toList();
    }
}

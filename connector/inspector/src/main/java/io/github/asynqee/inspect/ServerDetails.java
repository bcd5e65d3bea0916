package io.github.asynqee.inspect;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A running server.
 *
 * @param id the ID of the server
 * @param host its host name
 * @param pid its process ID
 * @param concurrency maximum number of tasks that it runs at the same time
 * @param queues priority by queue
 * @param strictPriority whether lower queues wait until higher ones are empty
 * @param status {@code active}, {@code stopped} or {@code closed}
 * @param startedAt when it started
 * @param activeWorkers its running tasks, by start time
 */
public record ServerDetails(String id, String host, int pid, int concurrency, Map<String, Integer> queues,
        boolean strictPriority, String status, Instant startedAt, List<ActiveTask> activeWorkers) {

    /**
     * Returns the server with only some of its queues, and only tasks of these queues.
     *
     * @param some selects the queues
     * @return the server; its queues are empty if none is selected
     */
    public ServerDetails within(Predicate<String> some) {
        Map<String, Integer> selected = new LinkedHashMap<>(queues);
        selected.keySet().removeIf(some.negate());
        return new ServerDetails(id, host, pid, concurrency, selected, strictPriority, status, startedAt,
                activeWorkers.stream().filter(task -> some.test(task.queue())).toList());
    }
}

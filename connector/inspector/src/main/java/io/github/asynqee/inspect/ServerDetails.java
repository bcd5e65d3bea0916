package io.github.asynqee.inspect;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A running server.
 *
 * @param id names the server
 * @param host its host name
 * @param pid its process ID
 * @param concurrency how many tasks it runs at once at most
 * @param queues queue to priority
 * @param strictPriority whether lower queues wait until higher ones are empty
 * @param status {@code active}, {@code stopped} or {@code closed}
 * @param startedAt when it started
 * @param activeWorkers the tasks it runs at the moment, by the time they were started
 */
public record ServerDetails(String id, String host, int pid, int concurrency, Map<String, Integer> queues,
        boolean strictPriority, String status, Instant startedAt, List<ActiveTask> activeWorkers) {

    /**
     * The same without other queues, and tasks of other queues.
     *
     * @param some which queues remain
     * @return the server, without queues if it serves none of them
     */
    public ServerDetails within(Predicate<String> some) {
        Map<String, Integer> kept = new LinkedHashMap<>(queues);
        kept.keySet().removeIf(some.negate());
        return new ServerDetails(id, host, pid, concurrency, kept, strictPriority, status, startedAt,
                activeWorkers.stream().filter(task -> some.test(task.queue())).toList());
    }
}

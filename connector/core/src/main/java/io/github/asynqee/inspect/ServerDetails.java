package io.github.asynqee.inspect;

import java.time.Instant;
import java.util.List;
import java.util.Map;

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
        boolean strictPriority, String status, Instant startedAt, List<ActiveTask> activeWorkers) {}

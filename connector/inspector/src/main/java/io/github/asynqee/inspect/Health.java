package io.github.asynqee.inspect;

import java.util.Collection;
import java.util.List;
import java.util.Map;

import io.github.asynqee.redis.BrokerException;

/** Finds problems and damaged data, and repairs damaged data; a role of the {@link Inspector}. Thread-safe. */
public interface Health {

    /**
     * Finds problems that prevent tasks from running or may lose them: queues without a server, types without a
     * handler, expired leases, groups that are not aggregated, duplicate scheduler entries, unsafe settings of Redis
     * masters. Only reads, with a few commands per master and queue. Examines at most 100 groups of a queue.
     *
     * @return the findings, most urgent first
     */
    List<Finding> findings();

    /**
     * Returns the findings of {@link #findings()} that concern Redis and scheduler entries, not single queues.
     *
     * @return the findings, most urgent first
     */
    List<Finding> findingsOfRedis();

    /**
     * Returns the findings of {@link #findings()} that concern some queues.
     *
     * @param queues their current statistics
     * @return the findings, most urgent first
     * @throws BrokerException if a queue cannot be examined, for example because a key has the wrong type;
     *         {@link #findings()} skips the queue instead
     */
    List<Finding> findingsOf(Collection<QueueInfo> queues);

    /**
     * Returns the output of {@code INFO}; in a cluster, of one node. Empty behind a proxy, and if the user lacks the
     * permission.
     *
     * @return values by field, sorted by field
     */
    Map<String, String> redisInfo();

    /**
     * Finds and repairs inconsistent data, as left behind by crashes, failovers, evictions and faulty clients. Reads
     * all tasks of the queue in small steps. Each repair is an atomic step that checks the damage again, so intact
     * data is never changed. It can be interrupted and repeated at any time.
     *
     * @param queue the queue
     * @param apply true to repair; false to report only
     * @return the damage, and whether it was repaired
     * @throws QueueNotFoundException if the queue does not exist
     */
    List<Repair> repair(String queue, boolean apply);
}

package io.github.asynqee.inspect;

import java.util.Collection;
import java.util.List;
import java.util.Map;

import io.github.asynqee.redis.BrokerException;

/** Looks for damage and its causes, and repairs it, as a role of the {@link Inspector}. Thread-safe. */
public interface Health {

    /**
     * Looks for what keeps tasks from being run, or endangers them: queues without a server, types without a handler, expired
     * leases, groups that are not aggregated, periodic entries registered several times, unsafe settings of any master of
     * Redis. Only reads; a few commands per master and queue. Of the groups of a queue up to 100 are examined.
     *
     * @return the findings, the most urgent first
     */
    List<Finding> findings();

    /**
     * The part of {@link #findings()} that concerns Redis and the periodic entries, not single queues.
     *
     * @return the findings, the most urgent first
     */
    List<Finding> findingsOfRedis();

    /**
     * The part of {@link #findings()} that concerns some queues.
     *
     * @param queues their statistics, read just before
     * @return the findings, the most urgent first
     * @throws BrokerException if one of them cannot be examined, for example because a key has another type;
     *         {@link #findings()} leaves such a queue out
     */
    List<Finding> findingsOf(Collection<QueueInfo> queues);

    /**
     * What Redis reports about itself ({@code INFO}); in a cluster one of its nodes. Empty behind a proxy,
     * and if the user may not execute it.
     *
     * @return field to value, sorted by field
     */
    Map<String, String> redisInfo();

    /**
     * Looks for damaged state, which crashes, fail-overs, evictions and defects of clients leave behind, and repairs it. Reads
     * all tasks of the queue in small steps. Nothing that is in order is changed; each repair is made in one step that looks
     * again. It can be interrupted and repeated at any time.
     *
     * @param queue the queue
     * @param apply whether to repair; false only reports
     * @return what is damaged, or was repaired
     * @throws QueueNotFoundException if there is no such queue
     */
    List<Repair> repair(String queue, boolean apply);
}

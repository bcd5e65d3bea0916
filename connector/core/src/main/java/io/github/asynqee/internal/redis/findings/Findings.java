package io.github.asynqee.internal.redis.findings;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.asynqee.BrokerException;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.internal.redis.connection.RedisExecutor;

/** Looks for what keeps tasks from being run, or endangers them. Only reads. */
public final class Findings {

    private static final Logger LOG = System.getLogger(Findings.class.getName());

    private final Inspector inspector;
    private final RedisExecutor executor;
    private final Clock redisClock;
    private final Clock localClock;

    /**
     * Creates the search.
     *
     * @param inspector reads queues and tasks
     * @param executor sends commands to the same Redis
     * @param redisClock the clock by which leases are judged
     * @param localClock the clock of this machine, which is compared with that of each master
     */
    public Findings(Inspector inspector, RedisExecutor executor, Clock redisClock, Clock localClock) {
        this.inspector = inspector;
        this.executor = executor;
        this.redisClock = redisClock;
        this.localClock = localClock;
    }

    /**
     * Searches.
     *
     * @return the findings, the most urgent first
     * @throws BrokerException if Redis cannot be reached. If only some nodes of a cluster cannot, that is a finding, and what
     *         else could be read is reported
     */
    public List<Finding> all() {
        FoundList found = new FoundList();
        List<RedisNode> masters = executor.masters().stream()
                .map(address -> RedisNode.read(executor, address, localClock)).toList();
        NodeFindings.of(masters, found);
        try {
            ofQueues(found);
            EntryFindings.of(inspector.periodic().entries(), found);
        } catch (BrokerException e) {
            if (masters.stream().allMatch(node -> node.error() == null)
                    || masters.stream().allMatch(node -> node.error() != null)) {
                throw e;
            }
        }
        return found.sorted();
    }

    private void ofQueues(FoundList found) {
        QueueFindings ofQueue = new QueueFindings(inspector, executor, redisClock, found);
        TypeFindings ofTypes = new TypeFindings(inspector, found);
        Set<String> served = inspector.servers().stream().flatMap(server -> server.queues().keySet().stream())
                .collect(Collectors.toSet());
        for (String name : inspector.queues()) {
            try {
                QueueInfo queue = inspector.queue(name);
                ofQueue.of(queue, served.contains(name));
                if (served.contains(name)) {
                    ofTypes.of(queue);
                }
            } catch (QueueNotFoundException e) {
                LOG.log(Level.DEBUG, "queue {0} was removed during the search", name);
            }
        }
    }
}

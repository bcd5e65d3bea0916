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
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.redis.connection.RedisExecutor;

/** Looks for what keeps tasks from being run, or endangers them. Only reads. */
public final class Findings {

    private static final Logger LOG = System.getLogger(Findings.class.getName());

    private final Broker broker;
    private final Inspector inspector;
    private final RedisExecutor executor;
    private final Clock localClock;

    /**
     * Creates the search.
     *
     * @param broker the broker; leases are judged by its clock
     * @param inspector reads queues and tasks
     * @param executor sends commands to the same Redis
     * @param localClock the clock of this machine, which is compared with that of each master
     */
    public Findings(Broker broker, Inspector inspector, RedisExecutor executor, Clock localClock) {
        this.broker = broker;
        this.inspector = inspector;
        this.executor = executor;
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
        boolean isPartlyDown = masters.stream().anyMatch(node -> node.error() != null)
                && masters.stream().anyMatch(node -> node.error() == null);
        attempt(isPartlyDown, () -> ofQueues(found, isPartlyDown));
        attempt(isPartlyDown, () -> EntryFindings.of(inspector.periodic().entries(), found));
        return found.sorted();
    }

    /** Looks at data that may be on a node that is down, which is a finding already. */
    private static void attempt(boolean isPartlyDown, Runnable look) {
        try {
            look.run();
        } catch (BrokerException e) {
            if (!isPartlyDown) {
                throw e;
            }
        }
    }

    private void ofQueues(FoundList found, boolean isPartlyDown) {
        Set<String> served = broker.servers().servers().stream().flatMap(server -> server.queues().keySet().stream())
                .collect(Collectors.toSet());
        for (String name : inspector.queues()) {
            attempt(isPartlyDown, () -> ofQueue(name, served.contains(name), found));
        }
    }

    private void ofQueue(String name, boolean served, FoundList found) {
        try {
            QueueInfo queue = inspector.queue(name);
            new QueueFindings(inspector, executor, broker.clock(), found).of(queue, served);
            if (served) {
                new TypeFindings(inspector, found).of(queue);
            }
        } catch (QueueNotFoundException e) {
            LOG.log(Level.DEBUG, "queue {0} was removed during the search", name);
        }
    }
}

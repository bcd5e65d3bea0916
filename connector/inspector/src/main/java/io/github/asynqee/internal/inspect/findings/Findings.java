package io.github.asynqee.internal.inspect.findings;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/** Finds problems that prevent tasks from running or may lose them. Only reads. */
public final class Findings {

    private static final Logger LOG = System.getLogger(Findings.class.getName());

    private static final int QUEUES_PER_CALL = 50;

    private final Broker broker;
    private final Inspector inspector;
    private final RedisExecutor executor;
    private final QueueResolver queues;
    private final Clock localClock;

    /**
     * Creates the search.
     *
     * @param broker the broker, whose clock determines which leases have expired
     * @param inspector reads queues and tasks
     * @param executor sends commands to the same Redis
     * @param localClock the clock of this machine, which is compared with the clock of each master
     */
    public Findings(Broker broker, Inspector inspector, RedisExecutor executor, Clock localClock) {
        this.broker = broker;
        this.inspector = inspector;
        this.executor = executor;
        this.queues = QueueResolver.physical(executor);
        this.localClock = localClock;
    }

    /**
     * Returns all findings.
     *
     * @return the findings, most urgent first
     * @throws BrokerException if Redis is unreachable. If only some nodes of a cluster are unreachable, this is a
     *         finding, and findings of other nodes are still returned
     */
    public List<Finding> all() {
        FindingCollector found = new FindingCollector();
        boolean isPartlyDown = ofMasters(found);
        attempt(isPartlyDown, () -> ofQueues(found, isPartlyDown));
        attempt(isPartlyDown, () -> EntryFindings.of(inspector.periodic().entries(), found));
        attempt(isPartlyDown, () -> OutboxFindings.of(inspector.outboxes(), found));
        return found.sorted();
    }

    /** Returns the findings of {@link #all} that concern Redis and scheduler entries. */
    public List<Finding> ofRedis() {
        FindingCollector found = new FindingCollector();
        boolean isPartlyDown = ofMasters(found);
        attempt(isPartlyDown, () -> EntryFindings.of(inspector.periodic().entries(), found));
        attempt(isPartlyDown, () -> OutboxFindings.of(inspector.outboxes(), found));
        return found.sorted();
    }

    /**
     * Returns the findings of {@link #all} that concern some queues.
     *
     * @throws BrokerException if a queue cannot be examined; {@link #all} skips it instead
     */
    public List<Finding> ofQueues(Collection<QueueInfo> queues) {
        FindingCollector found = new FindingCollector();
        ofQueues(List.copyOf(queues), found, false, this::ofPart);
        return found.sorted();
    }

    /** Examines the masters; returns whether some, but not all, of them are unreachable. */
    private boolean ofMasters(FindingCollector found) {
        List<RedisNode> masters = executor.masters().stream()
                .map(address -> RedisNode.read(executor, address, localClock)).toList();
        NodeFindings.of(masters, found);
        return masters.stream().anyMatch(node -> node.error() != null)
                && masters.stream().anyMatch(node -> node.error() == null);
    }

    /** Runs a check. Ignores its error if a node is down, because the node is already a finding. */
    private static void attempt(boolean isPartlyDown, Runnable look) {
        try {
            look.run();
        } catch (BrokerException e) {
            if (!isPartlyDown) {
                throw e;
            }
        }
    }

    private void ofQueues(FindingCollector found, boolean isPartlyDown) {
        List<QueueInfo> queues = inspector.queues().counts(inspector.queues().names(), (queue, error) -> {
            if (!isPartlyDown && isOutage(error)) {
                throw error;
            }
        });
        ofQueues(queues, found, isPartlyDown, this::ofReadable);
    }

    private void ofQueues(List<QueueInfo> queues, FindingCollector found, boolean isPartlyDown,
            BiFunction<List<QueueInfo>, Set<String>, FindingCollector> ofPart) {
        Set<String> served = broker.servers().served(queues.stream().map(QueueInfo::queue).toList());
        ErrorFindings ofErrors = new ErrorFindings(inspector, found);
        attempt(isPartlyDown, () -> ShardFindings.of(queues, broker.shards(), found));
        for (int from = 0; from < queues.size(); from += QUEUES_PER_CALL) {
            List<QueueInfo> part = queues.subList(from, Math.min(queues.size(), from + QUEUES_PER_CALL));
            attempt(isPartlyDown, () -> found.addAll(ofPart.apply(part, served)));
            part.stream().filter(queue -> served.contains(queue.queue()))
                    .forEach(queue -> attempt(isPartlyDown, () -> ofErrors(ofErrors, queue)));
        }
    }

    private FindingCollector ofPart(List<QueueInfo> part, Set<String> served) {
        FindingCollector found = new FindingCollector();
        new QueueFindings(executor, queues, broker.clock(), found).of(part, served);
        new BatchFindings(executor, queues, broker.clock(), found).of(part);
        return found;
    }

    /**
     * Examines queues together. If that fails because a key has the wrong type, examines each queue alone and skips
     * unreadable queues.
     */
    private FindingCollector ofReadable(List<QueueInfo> part, Set<String> served) {
        try {
            return ofPart(part, served);
        } catch (BrokerException e) {
            if (isOutage(e)) {
                throw e;
            }
            FindingCollector rest = new FindingCollector();
            if (part.size() == 1) {
                LOG.log(Level.DEBUG, () -> "queue \"" + part.get(0).queue() + "\" cannot be examined: " + e);
            } else {
                part.forEach(queue -> rest.addAll(ofReadable(List.of(queue), served)));
            }
            return rest;
        }
    }

    private static boolean isOutage(BrokerException e) {
        return e instanceof BrokerUnavailableException || e instanceof AmbiguousResultException;
    }

    private static void ofErrors(ErrorFindings errors, QueueInfo queue) {
        try {
            errors.of(queue);
        } catch (QueueNotFoundException e) {
            LOG.log(Level.DEBUG, "queue {0} was removed during the search", queue.queue());
        } catch (BrokerException e) {
            if (isOutage(e)) {
                throw e;
            }
            LOG.log(Level.DEBUG, () -> "tasks of queue \"" + queue.queue() + "\" cannot be examined: " + e);
        }
    }
}

package io.github.asynqee.internal.redis.registry;

import java.lang.System.Logger;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.outage.FailurePause;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.Protocol.Command;

/**
 * The set of queue names. A queue is registered before its first task is stored, so that tools list it. A failure does
 * not prevent storing the task, because its queue may be on another node than the set. A failed registration is
 * repeated by the next call for any queue, and at each heartbeat. Until then, patterns do not find the queue, and the
 * queue may never get another task.
 */
public final class QueueNames {

    private static final Logger LOG = System.getLogger(QueueNames.class.getName());
    /** Interval at which a queue is registered again: a tool may have removed it. */
    private static final long REGISTERED_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final RedisExecutor executor;
    private final Map<String, Long> registeredUntil = new ConcurrentHashMap<>();
    /** Queues that are used and could not be registered. */
    private final Set<String> missing = ConcurrentHashMap.newKeySet();
    private final FailureLog failures = new FailureLog(LOG);
    private final LongSupplier nanoTime;
    /** After a failure, no caller waits for the node that stores the set during this pause. */
    private final FailurePause pause;

    public QueueNames(RedisExecutor executor, LongSupplier nanoTime) {
        this.executor = executor;
        this.nanoTime = nanoTime;
        this.pause = new FailurePause(nanoTime);
    }

    /**
     * Registers the queues that were not registered recently.
     *
     * @throws BrokerUnavailableException if the only server is unavailable, refuses writes or did not reply: no task
     *         was sent
     */
    public void register(Collection<String> queues) {
        Set<String> unknown = new LinkedHashSet<>();
        long now = nanoTime.getAsLong();
        for (String queue : queues) {
            if (isPast(registeredUntil.get(queue), now)) {
                unknown.add(queue);
            }
        }
        if (!unknown.isEmpty() || !missing.isEmpty()) {
            renew(unknown);
        }
    }

    /**
     * Registers queues, even if they were registered recently.
     *
     * @throws BrokerUnavailableException as {@link #register}
     */
    public void renew(Collection<String> queues) {
        long now = nanoTime.getAsLong();
        if (!pause.isOver()) {
            missing.addAll(queues);
            return;
        }
        Set<String> all = new LinkedHashSet<>(queues);
        all.addAll(missing);
        if (all.isEmpty()) {
            return;
        }
        RedisCommand command = RedisCommand.command(Command.SADD).key(GlobalKeys.QUEUES);
        all.forEach(command::arg);
        try {
            add(command);
            failures.succeeded(GlobalKeys.QUEUES);
            all.forEach(queue -> registeredUntil.put(queue, now + REGISTERED_NANOS));
            missing.removeAll(all);
        } catch (BrokerException e) {
            failed(all, e, now);
        }
    }

    /**
     * Sends SADD, which is idempotent, and repeats it if the connection was closed, for example because it was idle
     * during a fail-over. If the node hangs, SADD is not repeated, so that no caller waits twice.
     */
    private void add(RedisCommand command) {
        try {
            executor.send(command);
        } catch (AmbiguousResultException e) {
            if (!RedisErrors.isClosed(e)) {
                throw e;
            }
            executor.send(command);
        }
    }

    /** Redis has lost its data: all queues are registered again before their next task. */
    public void forget() {
        registeredUntil.clear();
    }

    private static boolean isPast(Long until, long now) {
        return until == null || now - until >= 0;
    }

    private void failed(Collection<String> queues, BrokerException e, long begin) {
        if (executor.isOneServer()) {
            if (e instanceof AmbiguousResultException) {
                // the command is idempotent
                throw new BrokerUnavailableException(e.getMessage(), e);
            }
            if (e instanceof BrokerUnavailableException) {
                throw e;
            }
        }
        missing.addAll(queues);
        pause.failed(begin);
        failures.failed(GlobalKeys.QUEUES, e, () -> "queues " + queues
                + " are used, but cannot be registered in " + GlobalKeys.QUEUES
                + ", so tools do not list them; retrying: " + e.getMessage());
    }
}

package io.github.asynqee.internal.broker;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

import io.github.asynqee.Durability;
import io.github.asynqee.internal.broker.registry.OutboxRegistry;
import io.github.asynqee.internal.broker.registry.SchedulerRegistry;
import io.github.asynqee.internal.broker.registry.ServerRegistry;
import io.github.asynqee.internal.broker.watch.CancellationSubscription;
import io.github.asynqee.internal.broker.watch.QueueChanges;
import io.github.asynqee.internal.broker.watch.ScheduleListeners;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.outage.OutageLog;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * Operations on asynq's key space, by role (protocol section 5). Each operation is atomic for each task. Thread-safe.
 *
 * <p>Every operation may throw {@link BrokerException} or one of its subclasses: {@link BrokerUnavailableException} if
 * it had no effect and may be retried, {@link AmbiguousResultException} if it may have been executed.
 */
public interface Broker extends AutoCloseable {

    /**
     * How long a stop waits for threads, in addition to the time for handlers. Without that time, a stop must end
     * within two seconds.
     */
    Duration STOP_TIME = Duration.ofMillis(1_500);

    /** @return the operations of a producer (protocol section 5.1) */
    ProducerCommands producerCommands();

    /**
     * The operations of a producer that succeed only when Redis has confirmed the durability of the tasks. In a
     * Cluster, each node confirms the tasks that it has stored. The result for an unconfirmed task is {@link
     * StoreResult.Unconfirmed}.
     *
     * @param durability where Redis must have stored a task
     * @return the operations
     */
    ProducerCommands producerCommands(Durability durability);

    /**
     * The operations of a relay, which moves tasks from an outbox to Redis.
     *
     * @param durability where Redis must have stored a task before its row is deleted
     * @return the operations; private, asynq has no counterpart
     */
    OutboxCommands outboxCommands(Durability durability);

    /** @return the registry of outboxes; private, asynq has no counterpart */
    OutboxRegistry outboxes();

    /**
     * The operations of an optional feature; private, asynq has no counterpart.
     *
     * @param <T> the interface of the operations
     * @param of the interface of the operations, in the package of the feature
     * @return the operations
     * @throws UnsupportedOperationException if this broker does not have them
     */
    <T> T commands(Class<T> of);

    /** @return the operations of a worker (protocol section 5.2) */
    WorkerCommands workerCommands();

    /** @return the periodic operations on queues (protocol section 5.3) */
    MaintenanceCommands maintenanceCommands();

    /** @return the operations on groups (protocol section 5.4) */
    GroupCommands groupCommands();

    /** @return the registry of running servers (protocol section 5.5) */
    ServerRegistry servers();

    /** @return the registry of running schedulers (protocol section 5.6) */
    SchedulerRegistry schedulers();

    /** @return the operations on periodic entries; private, asynq has no counterpart */
    CronCommands cronCommands();

    /** @return the numbers of shards of queues; private, asynq has no counterpart */
    ShardRegistry shards();

    /** @return the notifications about changed queues, shared by all users of this broker */
    QueueChanges queueChanges();

    /**
     * Creates a subscription to requests for cancellation.
     *
     * @return a new subscription with a separate connection, to be closed by the caller
     */
    CancellationSubscription cancellations();

    /** @return the listeners for the times to run that are written through this broker */
    ScheduleListeners scheduleListeners();

    /**
     * Checks the connection to Redis and reads its version and settings.
     *
     * @return the status
     */
    RedisStatus status();

    /** @return the log of outages, which receives the result of each command */
    OutageLog outages();

    /** Whether Redis currently does not reply to calls. A close must not wait for Redis then. */
    default boolean isSilent() {
        return outages().silence().isLong();
    }

    /**
     * Starts the time limit for stopping everything that uses this Redis. The limit ends early if Redis does not reply.
     */
    default StopTime stopTime() {
        return StopTime.of(STOP_TIME).unless(this::isSilent);
    }

    /** @return the error with which a reachable Redis rejects writes; empty if it accepts writes */
    default Optional<String> writesRefusal() {
        return outages().writes().current();
    }

    /**
     * Synchronizes {@link #clock()} with Redis unless that has already been done. If Redis refuses {@code TIME}, the
     * local clock is used.
     */
    void synchronizeClock();

    /**
     * Why {@link #clock()} cannot be synchronized with Redis.
     *
     * @return the error with which Redis rejects {@code TIME}; empty if Redis accepts it, or was not called yet
     */
    Optional<String> clockRefusal();

    /** Synchronizes {@link #clock()} with Redis now. */
    void measureClock();

    /**
     * Whether the time of {@link #clock()} has advanced evenly. It jumps if the clock of Redis is set, after a
     * fail-over to a Redis with another clock, and after a suspension of this machine.
     *
     * @param since the length of the examined period, which ends now
     */
    boolean isTimeEven(Duration since);

    /** @return the metrics of this Redis and its workers */
    NodeMetrics metrics();

    /** @return the clock used for leases and times to run */
    Clock clock();

    @Override
    void close();
}

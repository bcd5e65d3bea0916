package io.github.asynqee.internal.broker;

import java.time.Clock;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.outage.OutageLog;

/**
 * All that can be done to asynq's key space, by subject (protocol section 5). Each operation is atomic for each task.
 * Thread-safe.
 *
 * <p>Every operation throws {@link BrokerException} or one of its subclasses:
 * {@link BrokerUnavailableException} when it certainly had no effect and may be tried again,
 * {@link AmbiguousResultException} when it may have had its effect.
 */
public interface Broker extends AutoCloseable {

    /** @return the operations of a producer (5.1) */
    ProducerCommands producerCommands();

    /** @return the operations of a worker (5.2) */
    WorkerCommands workerCommands();

    /** @return the periodic operations on queues (5.3) */
    MaintenanceCommands maintenanceCommands();

    /** @return the operations on groups (5.4) */
    GroupCommands groupCommands();

    /** @return what running servers tell about themselves (5.5) */
    ServerRegistry servers();

    /** @return what running schedulers tell about themselves (5.6) */
    SchedulerRegistry schedulers();

    /** @return what schedulers share about their entries; private to this implementation */
    CronCommands cronCommands();

    /** @return the watch over queues; one for all who work on this broker */
    QueueChanges queueChanges();

    /**
     * Hears of tasks that are to be cancelled.
     *
     * @return a new feed with a connection of its own, to be closed by the caller
     */
    CancellationSubscription cancellations();

    /** @return the times to run that are written through this broker */
    ScheduleListeners scheduleListeners();

    /**
     * Asks Redis what it is and whether it is well.
     *
     * @return its answer
     */
    RedisStatus status();

    /** @return the log of outages, which gets the result of each command */
    OutageLog outages();

    /**
     * Makes sure that {@link #clock()} is right. Asks Redis for its time if that has never been done, and does nothing
     * else; a server that may not be asked is taken to have the local time.
     */
    void synchronizeClock();

    /** @return the clock by which leases and times to run are written */
    Clock clock();

    @Override
    void close();
}

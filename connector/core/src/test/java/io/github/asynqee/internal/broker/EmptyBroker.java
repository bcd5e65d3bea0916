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

/**
 * A broker with the clock of this process and without commands. Test doubles add the commands that their tests need.
 */
public abstract class EmptyBroker implements Broker {

    private final OutageLog outages = new OutageLog("none", node -> true);

    @Override
    public WorkerCommands workerCommands() {
        return null;
    }

    @Override
    public QueueChanges queueChanges() {
        return null;
    }

    @Override
    public ProducerCommands producerCommands() {
        return null;
    }

    @Override
    public ProducerCommands producerCommands(Durability durability) {
        return producerCommands();
    }

    @Override
    public OutboxCommands outboxCommands(Durability durability) {
        return null;
    }

    @Override
    public OutboxRegistry outboxes() {
        return null;
    }

    @Override
    public <T> T commands(Class<T> of) {
        return null;
    }

    @Override
    public MaintenanceCommands maintenanceCommands() {
        return null;
    }

    @Override
    public GroupCommands groupCommands() {
        return null;
    }

    @Override
    public ServerRegistry servers() {
        return null;
    }

    @Override
    public SchedulerRegistry schedulers() {
        return null;
    }

    @Override
    public CronCommands cronCommands() {
        return null;
    }

    @Override
    public ShardRegistry shards() {
        return null;
    }

    @Override
    public CancellationSubscription cancellations() {
        return null;
    }

    @Override
    public ScheduleListeners scheduleListeners() {
        return null;
    }

    @Override
    public RedisStatus status() {
        return null;
    }

    @Override
    public OutageLog outages() {
        return outages;
    }

    @Override
    public void synchronizeClock() {
        // it is that of this process
    }

    @Override
    public Optional<String> clockRefusal() {
        return Optional.empty();
    }

    @Override
    public void measureClock() {
        // it is that of this process
    }

    @Override
    public boolean isTimeEven(Duration since) {
        return true;
    }

    @Override
    public NodeMetrics metrics() {
        return null;
    }

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public void close() {
        // nothing is open
    }
}

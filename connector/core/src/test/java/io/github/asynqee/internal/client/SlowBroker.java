package io.github.asynqee.internal.client;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

import io.github.asynqee.Durability;
import io.github.asynqee.internal.broker.BatchCommands;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.CancellationSubscription;
import io.github.asynqee.internal.broker.CronCommands;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.LimitCommands;
import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.broker.OutboxRegistry;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.broker.QueueChanges;
import io.github.asynqee.internal.broker.RedisStatus;
import io.github.asynqee.internal.broker.ScheduleListeners;
import io.github.asynqee.internal.broker.SchedulerRegistry;
import io.github.asynqee.internal.broker.ServerRegistry;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.broker.TaskWatch;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.outage.OutageLog;
import io.github.asynqee.internal.shard.ShardRegistry;

/** A broker that stores nothing and completes a call only when the test releases it. */
final class SlowBroker implements Broker, ProducerCommands {

    private final Semaphore answers = new Semaphore(0);
    private final Semaphore called = new Semaphore(0);
    private final List<List<String>> calls = new CopyOnWriteArrayList<>();
    private volatile RuntimeException failure;

    void answer(int times) {
        answers.release(times);
    }

    void failWith(RuntimeException e) {
        failure = e;
    }

    void awaitCall() throws InterruptedException {
        called.acquire();
    }

    /** Waits for a call with a task. */
    void awaitCall(String id) throws InterruptedException {
        do {
            called.acquire();
        } while (calls.stream().noneMatch(ids -> ids.contains(id)));
    }

    /** The IDs of the tasks of each call. */
    List<List<String>> calls() {
        return calls;
    }

    @Override
    public List<StoreResult> store(List<NewTask> tasks) {
        List<String> ids = new ArrayList<>();
        tasks.forEach(task -> ids.add(task.message().id()));
        calls.add(ids);
        called.release();
        answers.acquireUninterruptibly();
        if (failure != null) {
            throw failure;
        }
        return tasks.stream().<StoreResult>map(task -> new StoreResult.Stored()).toList();
    }

    @Override
    public ProducerCommands producerCommands() {
        return this;
    }

    @Override
    public ProducerCommands producerCommands(Durability durability) {
        return this;
    }

    @Override
    public void synchronizeClock() {
        // nothing to synchronize
    }

    @Override
    public Optional<String> clockRefusal() {
        return Optional.empty();
    }

    @Override
    public void measureClock() {
        // nothing to measure
    }

    @Override
    public boolean isTimeEven(Duration since) {
        return true;
    }

    @Override
    public NodeMetrics metrics() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public OutboxRegistry outboxes() {
        throw new UnsupportedOperationException();
    }

    @Override
    public OutboxCommands outboxCommands(Durability durability) {
        throw new UnsupportedOperationException();
    }

    @Override
    public BatchCommands batchCommands() {
        throw new UnsupportedOperationException();
    }

    @Override
    public WorkerCommands workerCommands() {
        throw new UnsupportedOperationException();
    }

    @Override
    public MaintenanceCommands maintenanceCommands() {
        throw new UnsupportedOperationException();
    }

    @Override
    public LimitCommands limitCommands() {
        throw new UnsupportedOperationException();
    }

    @Override
    public GroupCommands groupCommands() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ServerRegistry servers() {
        throw new UnsupportedOperationException();
    }

    @Override
    public SchedulerRegistry schedulers() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CronCommands cronCommands() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CancellationSubscription cancellations() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduleListeners scheduleListeners() {
        throw new UnsupportedOperationException();
    }

    @Override
    public TaskWatch taskWatch() {
        throw new UnsupportedOperationException();
    }

    @Override
    public OutageLog outages() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ShardRegistry shards() {
        return null;
    }

    @Override
    public QueueChanges queueChanges() {
        throw new UnsupportedOperationException();
    }

    @Override
    public RedisStatus status() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        // nothing to close
    }
}

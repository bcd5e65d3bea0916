package io.github.asynqee.client;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

import io.github.asynqee.broker.Broker;
import io.github.asynqee.broker.CancellationFeed;
import io.github.asynqee.broker.DueTimes;
import io.github.asynqee.broker.Groups;
import io.github.asynqee.broker.Maintenance;
import io.github.asynqee.broker.NewTask;
import io.github.asynqee.broker.PeriodicTicks;
import io.github.asynqee.broker.Producing;
import io.github.asynqee.broker.QueueChanges;
import io.github.asynqee.broker.RedisStatus;
import io.github.asynqee.broker.SchedulerRegistry;
import io.github.asynqee.broker.ServerRegistry;
import io.github.asynqee.broker.StoreResult;
import io.github.asynqee.broker.Working;

/** Stores nothing, and answers a call only when it is told to. */
final class SlowBroker implements Broker, Producing {

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
    public Producing producing() {
        return this;
    }

    @Override
    public void synchronizeClock() {
        // the clock is right as it is
    }

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public Working working() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Maintenance maintenance() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Groups groups() {
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
    public PeriodicTicks periodicTicks() {
        throw new UnsupportedOperationException();
    }

    @Override
    public CancellationFeed cancellations() {
        throw new UnsupportedOperationException();
    }

    @Override
    public DueTimes dueTimes() {
        throw new UnsupportedOperationException();
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
        // nothing is open
    }
}

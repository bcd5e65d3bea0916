package io.github.asynqee.interleavings;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.asynqee.Progress;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.EmptyBroker;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.broker.watch.QueueChanges;
import io.github.asynqee.internal.protocol.CheckpointRecord;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * One queue in memory: pending and active tasks, and how each has ended. A task that is settled twice fails the test.
 */
public final class MemoryBroker extends EmptyBroker implements ProducerCommands, WorkerCommands {

    /** In the far future, Unix seconds. */
    private static final long EXPIRY = 1L << 40;

    private final Deque<TaskMessage> pending = new ArrayDeque<>();
    private final Map<String, TaskMessage> active = new HashMap<>();
    private final Map<String, Outcome> ended = new HashMap<>();
    private final Set<String> stored = new HashSet<>();
    private final MemoryChanges changes = new MemoryChanges(() -> pending() == 0);
    /** How many of the next writes fail, and whether they are written all the same. */
    private int failures;
    private boolean writtenAllTheSame;
    private int storeFailures;

    public static TaskMessage task(String id) {
        return TaskMessage.builder("type", id, "q").build();
    }

    public void push(String id) {
        synchronized (this) {
            pending.add(task(id));
        }
        changes.changed("q");
    }

    public synchronized Lease lease(String id) {
        TaskMessage message = task(id);
        active.put(id, message);
        return new Lease(message, EXPIRY);
    }

    /** The next writes of outcomes fail. */
    public synchronized void fail(int times, boolean written) {
        failures = times;
        writtenAllTheSame = written;
    }

    public synchronized void failStores(int times) {
        storeFailures = times;
    }

    /** The lease is another worker's. */
    public synchronized void steal(String id) {
        active.remove(id);
    }

    public synchronized Map<String, Outcome> ended() {
        return Map.copyOf(ended);
    }

    public synchronized Set<String> stored() {
        return Set.copyOf(stored);
    }

    public synchronized int pending() {
        return pending.size();
    }

    public synchronized int active() {
        return active.size();
    }

    @Override
    public synchronized List<StoreResult> store(List<NewTask> tasks) {
        if (storeFailures > 0) {
            storeFailures--;
            throw new BrokerUnavailableException("down", null);
        }
        return tasks.stream().<StoreResult>map(task -> {
            if (!stored.add(task.message().id())) {
                throw new AssertionError(task.message().id() + " was stored twice");
            }
            return new StoreResult.Stored();
        }).toList();
    }

    @Override
    public synchronized DequeuedTasks dequeue(String queue, int max) {
        List<Lease> leases = new ArrayList<>();
        while (leases.size() < max && !pending.isEmpty()) {
            TaskMessage message = pending.poll();
            active.put(message.id(), message);
            leases.add(new Lease(message, EXPIRY));
        }
        return new DequeuedTasks(leases, List.of(), List.of(), false);
    }

    @Override
    public MatchingTasks dequeue(String queue, Demand demand) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Settlement.Result> write(List<Settlement> settlements) {
        List<Settlement.Result> results = new ArrayList<>();
        boolean requeued = false;
        synchronized (this) {
            boolean fails = failures > 0;
            failures -= fails ? 1 : 0;
            for (Settlement settlement : settlements) {
                if (!fails) {
                    results.add(settle(settlement));
                } else {
                    if (writtenAllTheSame) {
                        settle(settlement);
                    }
                    results.add(new Settlement.Result.Failed(failure()));
                }
                requeued |= settlement.outcome() instanceof Outcome.Requeue;
            }
        }
        if (requeued) {
            changes.changed("q");
        }
        return results;
    }

    private BrokerException failure() {
        return writtenAllTheSame ? new AmbiguousResultException("cut", null)
                : new BrokerUnavailableException("down", null);
    }

    private Settlement.Result settle(Settlement settlement) {
        String id = settlement.lease().id();
        TaskMessage message = active.remove(id);
        if (message == null) {
            return new Settlement.Result.Lost();
        }
        if (settlement.outcome() instanceof Outcome.Requeue) {
            pending.addFirst(message);
        } else if (ended.put(id, settlement.outcome()) != null) {
            throw new AssertionError(id + " was settled twice");
        }
        return new Settlement.Result.Settled();
    }

    @Override
    public synchronized List<Lease> extend(Collection<Lease> leases) {
        return leases.stream().filter(lease -> !active.containsKey(lease.id())).toList();
    }

    @Override
    public boolean writeResult(Lease lease, byte[] result) {
        return true;
    }

    @Override
    public boolean writeProgress(Lease lease, Progress progress) {
        return true;
    }

    @Override
    public boolean writeCheckpoint(Lease lease, CheckpointRecord checkpoint, Progress progress) {
        return true;
    }

    @Override
    public CheckpointRecord readCheckpoint(Lease lease) {
        return null;
    }

    @Override
    public void publishCancellation(String taskId) {
        // nobody listens
    }

    @Override
    public ProducerCommands producerCommands() {
        return this;
    }

    @Override
    public WorkerCommands workerCommands() {
        return this;
    }

    @Override
    public QueueChanges queueChanges() {
        return changes;
    }
}

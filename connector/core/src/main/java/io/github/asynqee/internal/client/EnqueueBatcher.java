package io.github.asynqee.internal.client;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueOverflowException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.metrics.EnqueueKind;
import io.github.asynqee.internal.thread.EngineThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.BrokerException;

/**
 * Stores tasks in chunks on a separate thread: tasks that arrive during a round trip go into the next chunk. The first
 * task starts the thread.
 */
final class EnqueueBatcher implements Runnable {

    private static final Logger LOG = System.getLogger(EnqueueBatcher.class.getName());
    private static final String NAME = "asynq-enqueue";
    private static final int MAX_BATCH = 512;
    /** Wakes the thread when the batcher is closed. */
    private static final Waiting END = new Waiting(null, null, 0);
    /** Pause between two attempts to store tasks whose slot is moving. */
    private static final long MOVING_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ShardedStore store;
    private final ThreadFactory threads;
    private final int maxWaiting;
    private final TaskEvents events;
    private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
    private final WaitingTaskLimit room;
    /**
     * Slow node of a Cluster to the batcher of its tasks, so that tasks for other nodes do not wait. {@code null} in
     * the batcher of a slow node.
     */
    private final Map<String, EnqueueBatcher> ofSlowNodes;
    /**
     * Queue to the tasks that the batcher of a slow node has not stored yet. Further tasks of the queue go to the same
     * batcher, to keep their order.
     */
    private final Map<String, Left> left = new ConcurrentHashMap<>();
    private Thread thread;
    private volatile boolean closed;
    /** Whether {@link #close} has stopped waiting. Then tasks no longer wait for a moving slot. */
    private volatile boolean ended;

    /** Tasks whose slot is moving, to be tried again later. Only this batcher's thread uses the list. */
    private final List<Waiting> moving = new ArrayList<>();
    private final WaitingTaskLimit movingRoom;
    private long nextTry;

    /** @param until the time until which the task waits for a moving slot */
    private record Waiting(ComposedTask task, CompletableFuture<TaskInfo> result, long until) {

        String queue() {
            return task.info().queue();
        }
    }

    private record Left(EnqueueBatcher to, int tasks) {

        Left plus(int more) {
            return tasks + more == 0 ? null : new Left(to, tasks + more);
        }
    }

    EnqueueBatcher(ShardedStore store, ThreadFactory threads, int maxWaiting, TaskEvents events) {
        this(store, threads, maxWaiting, events, new WaitingTaskLimit(maxWaiting), new HashMap<>());
    }

    private EnqueueBatcher(ShardedStore store, ThreadFactory threads, int maxWaiting, TaskEvents events,
            WaitingTaskLimit room, Map<String, EnqueueBatcher> ofSlowNodes) {
        this.ofSlowNodes = ofSlowNodes;
        this.events = events;
        this.store = store;
        this.threads = threads;
        this.maxWaiting = maxWaiting;
        this.room = room;
        this.movingRoom = new WaitingTaskLimit(maxWaiting);
    }

    /**
     * Adds a task.
     *
     * @throws EnqueueOverflowException if too many tasks are waiting
     * @throws EnqueueException if closed
     */
    CompletionStage<TaskInfo> add(ComposedTask task) {
        Waiting waiting = new Waiting(task, new CompletableFuture<>(),
                System.nanoTime() + SlotWait.LIMIT.toNanos());
        if (closed) {
            throw closedBefore(task);
        }
        if (thread == null) {
            startThread(task);
        }
        if (!room.enter(waiting.queue())) {
            throw new EnqueueOverflowException("task " + task.info().id() + " of type \"" + task.info().type()
                    + "\" was not enqueued: " + maxWaiting + " tasks are already waiting to be stored");
        }
        enter(waiting);
        return waiting.result();
    }

    /**
     * Passes a task to the batcher of a slow node, if the task is for that node or the batcher still has earlier tasks
     * of the queue. Returns whether it did.
     */
    private boolean isLeft(Waiting waiting) {
        String name = waiting.queue();
        EnqueueBatcher to = ofSlowNodes == null ? null : leftTo(name);
        if (to == null) {
            return false;
        }
        left.merge(name, new Left(to, 1), (before, one) -> before.plus(1));
        waiting.result().whenComplete((info, error) -> left.computeIfPresent(name, (any, before) -> before.plus(-1)));
        to.takeOver(waiting);
        return true;
    }

    private EnqueueBatcher leftTo(String name) {
        Left before = left.get(name);
        if (before != null) {
            return before.to();
        }
        String node = store.slowNode(name);
        return node == null ? null : ofSlowNode(node);
    }

    private synchronized EnqueueBatcher ofSlowNode(String node) {
        return ended ? null
                : ofSlowNodes.computeIfAbsent(node,
                        any -> new EnqueueBatcher(store, threads, maxWaiting, events, room, null));
    }

    /** Accepts a task from another batcher, which has already counted it as waiting. */
    private void takeOver(Waiting waiting) {
        try {
            startThread(waiting.task());
            enter(waiting);
        } catch (EnqueueException e) {
            room.leave(waiting.queue());
            waiting.result().completeExceptionally(e);
        }
    }

    private void enter(Waiting waiting) {
        queue.add(waiting);
        if (closed && queue.remove(waiting)) {
            throw closedBefore(waiting.task());
        }
    }

    private static EnqueueException closedBefore(ComposedTask task) {
        return new EnqueueException("task " + task.info().id() + " was not enqueued: the client is closed", null);
    }

    private synchronized void startThread(ComposedTask first) {
        if (thread == null && !closed) {
            try {
                Thread starting = EngineThread.of(threads, NAME, this);
                starting.start();
                thread = starting;
            } catch (RuntimeException | Error e) {
                throw new EnqueueException("task " + first.info().id() + " was not enqueued: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void run() {
        EngineThread.loop(NAME, () -> closed && queue.isEmpty() && moving.isEmpty(), () -> {
            // a callback of the last chunk may have interrupted this thread
            EngineThread.clearInterrupt(NAME);
            storeNext();
        });
    }

    private void storeNext() throws InterruptedException {
        List<Waiting> batch = new ArrayList<>(MAX_BATCH);
        try {
            take(batch);
            batch.removeIf(waiting -> waiting == END || isLeft(waiting));
            batch.forEach(waiting -> room.leave(waiting.queue()));
            if (!batch.isEmpty()) {
                store(batch);
            }
        } catch (RuntimeException | Error e) {
            fail(batch, e);
            throw e;
        }
        storeMoving();
    }

    private void take(List<Waiting> batch) throws InterruptedException {
        Waiting first = moving.isEmpty() ? queue.take()
                : queue.poll(Math.max(0, nextTry - System.nanoTime()), TimeUnit.NANOSECONDS);
        if (first != null) {
            batch.add(first);
            queue.drainTo(batch, MAX_BATCH - 1);
        }
    }

    private void storeMoving() {
        if (moving.isEmpty() || nextTry - System.nanoTime() > 0) {
            return;
        }
        List<Waiting> again = List.copyOf(moving);
        moving.clear();
        again.forEach(waiting -> movingRoom.leave(waiting.queue()));
        for (int from = 0; from < again.size(); from += MAX_BATCH) {
            store(again.subList(from, Math.min(from + MAX_BATCH, again.size())));
        }
    }

    /** Whether the task waits for the move of its slot. */
    private boolean waitsForSlot(Waiting waiting, StoreResult result) {
        long now = System.nanoTime();
        if (ended || !SlotWait.isMoving(result) || now - waiting.until() >= 0
                || !movingRoom.enter(waiting.queue())) {
            return false;
        }
        if (moving.isEmpty()) {
            nextTry = now + MOVING_PAUSE_NANOS;
        }
        moving.add(waiting);
        return true;
    }

    private void store(List<Waiting> batch) {
        List<StoreResult> results;
        try {
            results = store.store(batch.stream().map(Waiting::task).toList());
        } catch (BrokerException e) {
            results = batch.stream().<StoreResult>map(waiting -> new StoreResult.Failed(e)).toList();
        } catch (RuntimeException | Error e) {
            fail(batch, e);
            return;
        }
        for (int i = 0; i < batch.size(); i++) {
            Waiting waiting = batch.get(i);
            if (!waitsForSlot(waiting, results.get(i))) {
                complete(waiting, results.get(i));
            }
        }
    }

    /** Completes all results. Only this thread completes them, so a producer would otherwise wait forever. */
    private static void fail(List<Waiting> batch, Throwable error) {
        for (Waiting waiting : batch) {
            waiting.result().completeExceptionally(error);
        }
    }

    private void complete(Waiting waiting, StoreResult result) {
        if (result.kind() == EnqueueKind.STORED) {
            try {
                events.enqueued(waiting.task().info());
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "the event of task " + waiting.task().info().id() + " cannot be delivered", e);
            }
        }
        EnqueueException error = EnqueueErrors.of(waiting.task(), result);
        if (error == null) {
            waiting.result().complete(waiting.task().infoAfter(result));
        } else {
            waiting.result().completeExceptionally(error);
        }
    }

    /** @param time how long to wait for tasks that are being stored */
    void close(StopTime time) {
        end(time);
        List<EnqueueBatcher> others;
        synchronized (this) {
            others = List.copyOf(ofSlowNodes.values());
        }
        others.forEach(EnqueueBatcher::stop);
        others.forEach(other -> other.end(time));
    }

    /** Makes the thread store its remaining tasks and end; returns the thread. */
    private synchronized Thread stop() {
        closed = true;
        queue.add(END);
        return thread;
    }

    private void end(StopTime time) {
        Thread running = stop();
        if (running != null) {
            time.join(running);
        }
        ended = true;
        List<Waiting> unstored = new ArrayList<>();
        queue.drainTo(unstored);
        queue.add(END);
        unstored.removeIf(waiting -> waiting == END);
        unstored.forEach(waiting -> waiting.result()
                .completeExceptionally(new EnqueueException(
                        "task " + waiting.task().info().id() + " was not enqueued: the client was closed", null)));
    }
}

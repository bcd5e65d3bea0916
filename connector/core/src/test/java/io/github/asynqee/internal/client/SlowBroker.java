package io.github.asynqee.internal.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;

import io.github.asynqee.internal.broker.EmptyBroker;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.broker.StoreResult;

/** A broker that stores nothing and completes a call only when the test releases it. */
final class SlowBroker extends EmptyBroker implements ProducerCommands {

    private final Semaphore answers = new Semaphore(0);
    private final Semaphore called = new Semaphore(0);
    private final List<List<String>> calls = new CopyOnWriteArrayList<>();
    private final Map<String, String> slow = new ConcurrentHashMap<>();
    private volatile RuntimeException failure;
    private volatile boolean tooFew;

    void answer(int times) {
        answers.release(times);
    }

    void failWith(RuntimeException e) {
        failure = e;
    }

    /** From now on calls have one result only, as no broker may answer. */
    void answerTooFew() {
        tooFew = true;
    }

    /** The node of a queue is slow; {@code null} if it is no longer. */
    void slow(String queue, String node) {
        if (node == null) {
            slow.remove(queue);
        } else {
            slow.put(queue, node);
        }
    }

    @Override
    public String slowNode(String queue) {
        return slow.get(queue);
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
        return tasks.stream().<StoreResult>map(task -> new StoreResult.Stored())
                .limit(tooFew ? 1 : tasks.size()).toList();
    }

    @Override
    public ProducerCommands producerCommands() {
        return this;
    }
}

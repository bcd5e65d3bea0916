package io.github.asynqee.bench.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;

/** Enqueues numbered tasks in the ways an order asks for. A task that is refused is an error. */
public final class Production {

    /** How many tasks each producer has under way in mode {@code coalesced}. */
    static final int IN_FLIGHT = 128;
    private static final int BULK = 1_000;

    private final Target target;
    private final String queue;
    private final int tasks;
    private final int first;
    private final int size;

    /** Where tasks are enqueued. */
    public interface Target {

        /**
         * Enqueues a task and waits until Redis has it.
         *
         * @param task the task
         */
        void enqueue(Task<byte[]> task);

        /**
         * Enqueues a task without waiting.
         *
         * @param task the task
         * @return completes when Redis has it
         */
        CompletionStage<?> enqueueAsync(Task<byte[]> task);

        /**
         * Enqueues many tasks and waits until Redis has them.
         *
         * @param tasks the tasks
         * @return what became of them
         */
        List<EnqueueResult> enqueueAll(List<Task<byte[]>> tasks);
    }

    /**
     * Reads which tasks are to be enqueued.
     *
     * @param target where
     * @param order {@code enqueue} or {@code produce}
     */
    public Production(Target target, Order order) {
        this.target = target;
        this.queue = order.text("queue");
        this.tasks = (int) order.number("tasks");
        this.first = Integer.parseInt(order.text("first", "0"));
        this.size = Integer.parseInt(order.text("size", "100"));
    }

    /**
     * Enqueues as fast as can be.
     *
     * @param mode {@code single}, {@code coalesced} or {@code bulk}
     * @param producers how many threads do that
     * @return how long it took, in nanoseconds
     */
    public long enqueue(String mode, int producers) {
        AtomicInteger next = new AtomicInteger(first);
        Runnable work = switch (mode) {
            case "single" -> () -> single(next);
            case "coalesced" -> () -> coalesced(next);
            case "bulk" -> () -> bulk(next);
            default -> throw new IllegalArgumentException("mode is single, coalesced or bulk, not " + mode);
        };
        AtomicReference<Throwable> error = new AtomicReference<>();
        List<Thread> threads = new ArrayList<>();
        long begin = System.nanoTime();
        for (int i = 0; i < producers; i++) {
            Thread thread = new Thread(work, "producer-" + i);
            thread.setUncaughtExceptionHandler((dead, failure) -> error.set(failure));
            threads.add(thread);
            thread.start();
        }
        threads.forEach(Production::join);
        long nanos = System.nanoTime() - begin;
        if (error.get() != null) {
            throw new IllegalStateException("a producer failed: " + error.get(), error.get());
        }
        return nanos;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int end() {
        return first + tasks;
    }

    private void single(AtomicInteger next) {
        for (int number = next.getAndIncrement(); number < end(); number = next.getAndIncrement()) {
            target.enqueue(BenchTask.now(number).on(queue, size));
        }
    }

    private void coalesced(AtomicInteger next) {
        Semaphore free = new Semaphore(IN_FLIGHT);
        AtomicReference<Throwable> refused = new AtomicReference<>();
        for (int number = next.getAndIncrement(); number < end(); number = next.getAndIncrement()) {
            free.acquireUninterruptibly();
            target.enqueueAsync(BenchTask.now(number).on(queue, size)).whenComplete((stored, error) -> {
                if (error != null) {
                    refused.set(error);
                }
                free.release();
            });
        }
        free.acquireUninterruptibly(IN_FLIGHT);
        if (refused.get() != null) {
            throw new IllegalStateException("a task was refused", refused.get());
        }
    }

    private void bulk(AtomicInteger next) {
        for (int from = next.getAndAdd(BULK); from < end(); from = next.getAndAdd(BULK)) {
            List<Task<byte[]>> batch = new ArrayList<>();
            for (int number = from; number < Math.min(from + BULK, end()); number++) {
                batch.add(BenchTask.now(number).on(queue, size));
            }
            for (EnqueueResult result : target.enqueueAll(batch)) {
                if (!result.isStored()) {
                    throw new IllegalStateException("a task was refused", result.error());
                }
            }
        }
    }

    /**
     * Enqueues one by one at a rate. What comes late is counted as late: a task's time is when it should have been enqueued.
     *
     * @param perSecond the rate
     */
    public void atRate(int perSecond) {
        // the first look at a clock may take milliseconds
        BenchTask.now(first);
        long begin = System.nanoTime();
        BenchTask origin = BenchTask.now(first);
        for (int i = 0; i < tasks; i++) {
            long due = i * 1_000_000_000L / perSecond;
            for (long left = due - (System.nanoTime() - begin); left > 0; left = due - (System.nanoTime() - begin)) {
                LockSupport.parkNanos(left);
            }
            target.enqueueAsync(new BenchTask(first + i, origin.readyAt() + due).on(queue, size));
        }
    }

    /**
     * Enqueues one by one, each some time after the last.
     *
     * @param fromMillis the shortest pause
     * @param toMillis the longest pause
     */
    public void withPauses(int fromMillis, int toMillis) {
        Random random = new Random(1);
        for (int i = 0; i < tasks; i++) {
            sleep(fromMillis + random.nextInt(toMillis - fromMillis + 1));
            target.enqueue(BenchTask.now(first + i).on(queue, size));
        }
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}

package io.github.asynqee.bench.subject;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;

/** Enqueues the numbered tasks of a command {@code enqueue} or {@code produce}. A rejected task is an error. */
public final class TaskProducer {

    /** Tasks in flight per producer in mode {@code coalesced}. */
    private static final int IN_FLIGHT = 128;
    private static final int BULK = 1_000;

    private final AsynqClient client;
    private final Function<Task<byte[]>, CompletionStage<?>> async;
    private final Command command;
    private final ThreadFactory factory;
    private final int first;
    private final int end;

    /**
     * Reads the command.
     *
     * @param client enqueues single tasks and tasks in bulk
     * @param async enqueues a task without waiting
     * @param command which tasks, and where
     * @param factory makes the threads that enqueue
     */
    public TaskProducer(AsynqClient client, Function<Task<byte[]>, CompletionStage<?>> async, Command command,
            ThreadFactory factory) {
        this.factory = factory;
        this.client = client;
        this.async = async;
        this.command = command;
        this.first = command.number("first", 0);
        this.end = first + command.number("tasks");
    }

    private Task<byte[]> task(BenchTask task) {
        Task<byte[]> now = task.on(command.text("queue"), BenchTask.TYPE, command.number("size", 100));
        return command.has("in") ? now.processIn(Duration.ofSeconds(command.number("in"))) : now;
    }

    /** Enqueues as fast as possible on some threads; returns the elapsed nanoseconds. */
    public long enqueue(String mode, int producers) {
        AtomicInteger next = new AtomicInteger(first);
        Runnable work = switch (mode) {
            case "single" -> () -> single(next);
            case "coalesced" -> () -> coalesced(next);
            case "bulk" -> () -> bulk(next);
            case "each" -> () -> each(next);
            default -> throw new IllegalArgumentException("mode is single, coalesced, bulk or each, not " + mode);
        };
        ExecutorService threads = Executors.newFixedThreadPool(producers, factory);
        try {
            long begin = System.nanoTime();
            List<Future<?>> ends = new ArrayList<>();
            for (int i = 0; i < producers; i++) {
                ends.add(threads.submit(work));
            }
            for (Future<?> producer : ends) {
                producer.get();
            }
            return System.nanoTime() - begin;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a producer failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            threads.shutdown();
        }
    }

    private void single(AtomicInteger next) {
        for (int number = next.getAndIncrement(); number < end; number = next.getAndIncrement()) {
            client.enqueue(task(BenchTask.now(number)));
        }
    }

    private void each(AtomicInteger next) {
        for (int number = next.getAndIncrement(); number < end; number = next.getAndIncrement()) {
            async.apply(task(BenchTask.now(number))).toCompletableFuture().join();
        }
    }

    private void coalesced(AtomicInteger next) {
        Semaphore free = new Semaphore(IN_FLIGHT);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (int number = next.getAndIncrement(); number < end; number = next.getAndIncrement()) {
            free.acquireUninterruptibly();
            async.apply(task(BenchTask.now(number))).whenComplete((stored, error) -> {
                if (error != null) {
                    failure.set(error);
                }
                free.release();
            });
        }
        free.acquireUninterruptibly(IN_FLIGHT);
        if (failure.get() != null) {
            throw new CompletionException("a task was rejected", failure.get());
        }
    }

    private void bulk(AtomicInteger next) {
        for (int from = next.getAndAdd(BULK); from < end; from = next.getAndAdd(BULK)) {
            List<Task<byte[]>> batch = new ArrayList<>();
            for (int number = from; number < Math.min(from + BULK, end); number++) {
                batch.add(task(BenchTask.now(number)));
            }
            storeAll(client, batch);
        }
    }

    /**
     * Enqueues tasks in bulk.
     *
     * @throws IllegalStateException if a task is rejected
     */
    public static void storeAll(AsynqClient client, List<Task<byte[]>> tasks) {
        for (EnqueueResult result : client.enqueueAll(tasks)) {
            if (!result.isStored()) {
                throw new IllegalStateException("a task was rejected", result.error());
            }
        }
    }

    /**
     * Enqueues one by one at a rate. The time of a task is when it should have been enqueued, even if it is enqueued
     * late.
     */
    public void atRate(int perSecond) {
        // the first reading of a clock may take milliseconds
        BenchTask.now(first);
        long begin = System.nanoTime();
        BenchTask origin = BenchTask.now(first);
        for (int i = 0; first + i < end; i++) {
            long due = i * 1_000_000_000L / perSecond;
            for (long left = due - (System.nanoTime() - begin); left > 0; left = due - (System.nanoTime() - begin)) {
                LockSupport.parkNanos(left);
            }
            async.apply(task(new BenchTask(first + i, origin.readyAt() + due)));
        }
    }

    /** Enqueues one by one with random pauses. */
    public void withPauses(int fromMillis, int toMillis) {
        Random random = new Random(1);
        for (int number = first; number < end; number++) {
            LockSupport.parkNanos((fromMillis + random.nextInt(toMillis - fromMillis + 1)) * 1_000_000L);
            client.enqueue(task(BenchTask.now(number)));
        }
    }
}

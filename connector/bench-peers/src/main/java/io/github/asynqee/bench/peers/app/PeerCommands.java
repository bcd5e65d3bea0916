package io.github.asynqee.bench.peers.app;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.bench.subject.Recorder;

/**
 * Executes {@linkplain Command commands} with a job system. Beside {@code expect}, {@code await}, {@code enqueue} and
 * {@code produce}, which mean the same as for the connector, there are {@code pause}, {@code resume} and {@code left}.
 */
public final class PeerCommands {

    private static final int BATCH = 1_000;
    /** The threads of an application that enqueue at a rate; each waits until its task is stored. */
    private static final int PRODUCERS = 8;

    private final Supplier<JobSystem> system;

    /** Uses the job system that is running when a command arrives. */
    public PeerCommands(Supplier<JobSystem> system) {
        this.system = system;
    }

    /** Executes a line; returns the reply. */
    public String reply(String line) {
        try {
            Command reply = Command.of("ok");
            for (Map.Entry<String, Long> value : execute(Command.parse(line)).entrySet()) {
                reply = reply.with(value.getKey(), value.getValue());
            }
            return reply.toString();
        } catch (RuntimeException | LinkageError e) {
            return "failed: " + e;
        }
    }

    Map<String, Long> execute(Command command) {
        switch (command.verb()) {
            case "expect" -> {
                Ledger.expect(command.number("tasks"));
                system.get().forget();
            }
            case "await" -> {
                Recorder recorder = Ledger.recorder();
                recorder.await(command.number("tasks"), Recorder.ALL, command.number("within"));
                return recorder.summary(Recorder.ALL);
            }
            case "pause" -> system.get().pause(true);
            case "resume" -> system.get().pause(false);
            case "left" -> {
                return Map.of("left", system.get().left());
            }
            case "enqueue" -> {
                return Map.of("nanos", enqueue(command.text("mode"), command.number("tasks"), command.number("size")));
            }
            case "produce" -> produce(command);
            default -> throw new IllegalArgumentException("unknown command \"" + command.verb() + "\"");
        }
        return Map.of();
    }

    private long enqueue(String mode, int tasks, int size) {
        long begin = System.nanoTime();
        for (int from = 0; from < tasks; from += BATCH) {
            List<byte[]> payloads = new ArrayList<>(BATCH);
            for (int number = from; number < Math.min(from + BATCH, tasks); number++) {
                payloads.add(BenchTask.now(number).payload(size));
            }
            switch (mode) {
                case "single" -> system.get().enqueueEach(payloads);
                case "bulk" -> system.get().enqueueAll(payloads);
                default -> throw new IllegalArgumentException("mode is single or bulk, not " + mode);
            }
        }
        return System.nanoTime() - begin;
    }

    private void produce(Command command) {
        int tasks = command.number("tasks");
        int size = command.number("size");
        if (command.has("rate")) {
            atRate(command.number("rate"), tasks, size);
        } else {
            Random random = new Random(1);
            int from = command.number("from");
            int pauses = command.number("to") - from + 1;
            for (int number = 0; number < tasks; number++) {
                LockSupport.parkNanos((from + random.nextInt(pauses)) * 1_000_000L);
                system.get().enqueueEach(List.of(BenchTask.now(number).payload(size)));
            }
        }
    }

    /** The time of a task is when it should have been enqueued, even if it is enqueued late. */
    private void atRate(int perSecond, int tasks, int size) {
        ExecutorService producers = Executors.newFixedThreadPool(PRODUCERS);
        try {
            BenchTask.now(0);
            long begin = System.nanoTime();
            BenchTask origin = BenchTask.now(0);
            List<Future<?>> stored = new ArrayList<>();
            for (int i = 0; i < tasks; i++) {
                long due = i * 1_000_000_000L / perSecond;
                for (long left = due - (System.nanoTime() - begin); left > 0; left = due
                        - (System.nanoTime() - begin)) {
                    LockSupport.parkNanos(left);
                }
                byte[] payload = new BenchTask(i, origin.readyAt() + due).payload(size);
                stored.add(producers.submit(() -> system.get().enqueueEach(List.of(payload))));
            }
            for (Future<?> one : stored) {
                one.get();
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a task was not stored: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            producers.shutdown();
        }
    }
}

package io.github.asynqee.bench.workload;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.bench.subject.Recorder;
import io.github.asynqee.bench.subject.TaskProducer;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;

/** Handles the tasks of its queue one by one during {@code await}, with a fault at the second one. */
final class FaultySubject implements Subject {

    private final RedisMeter redis;
    private final RedisBroker broker;
    private final Fault fault;
    private Recorder recorder;
    private int handled;

    enum Fault {
        NONE, LOSES, REPEATS, INVENTS, RETRIES, ENQUEUES_TWICE, FAILS
    }

    FaultySubject(RedisMeter redis, Fault fault) {
        this.redis = redis;
        this.fault = fault;
        broker = RedisBroker.connect(RedisConfig.of("redis://" + redis.address()));
    }

    @Override
    public String name() {
        return "faulty";
    }

    @Override
    public String id() {
        return "faulty";
    }

    @Override
    public boolean supports(Command command) {
        return true;
    }

    @Override
    public Map<String, Long> send(Command command) {
        switch (command.verb()) {
            case "expect" -> {
                recorder = new Recorder(command.number("tasks"));
                handled = 0;
            }
            case "await" -> {
                return await(command);
            }
            case "enqueue" -> {
                return enqueue(command);
            }
            default -> {
                return Map.of();
            }
        }
        return Map.of();
    }

    private Map<String, Long> await(Command command) {
        if (fault == Fault.FAILS) {
            throw new IllegalStateException("it has failed");
        }
        while (handled < command.number("tasks")) {
            broker.workerCommands().dequeue(Queues.name(this), 1).leases().forEach(this::handle);
        }
        return recorder.summary(Recorder.ALL);
    }

    private void handle(Lease lease) {
        byte[] payload = lease.message().payload();
        Outcome outcome = new Outcome.Done();
        boolean wrong = ++handled == 2;
        if (wrong && fault == Fault.RETRIES) {
            outcome = new Outcome.Retry(broker.clock().instant().plusSeconds(3_600), "no", true);
        }
        if (!wrong || fault != Fault.LOSES) {
            recorder.started(payload);
        }
        if (wrong && fault == Fault.REPEATS) {
            recorder.started(payload);
        }
        if (wrong && fault == Fault.INVENTS) {
            recorder.started(BenchTask.now(1_000_000).payload(BenchTask.MIN_SIZE));
        }
        broker.workerCommands().write(List.of(new Settlement(lease, outcome)));
    }

    private Map<String, Long> enqueue(Command command) {
        long nanos = new TaskProducer(redis.client(), redis.client()::enqueueAsync, command,
                Executors.defaultThreadFactory()).enqueue("single", 1);
        if (fault == Fault.ENQUEUES_TWICE) {
            redis.client().enqueue(BenchTask.now(1).on(command.text("queue"), BenchTask.TYPE, BenchTask.MIN_SIZE));
        }
        return Map.of("nanos", nanos);
    }

    @Override
    public long cpuNanos() {
        return 0;
    }

    @Override
    public void close() {
        broker.close();
    }
}

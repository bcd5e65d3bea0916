package io.github.asynqee.bench.workload;

import java.util.List;
import java.util.Map;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.contender.BenchTask;
import io.github.asynqee.bench.contender.ClientTarget;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.contender.Production;
import io.github.asynqee.bench.contender.Tally;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;

/** Handles the tasks of its queue one by one when it is asked to wait for them, all but one of them well. */
final class FaultyContender implements Contender {

    private final Fault fault;
    private RedisBroker broker;
    private Tally tally;
    private int handled;

    /** What it does wrong, with the second task. */
    enum Fault {
        NONE, LOSES, REPEATS, INVENTS, RETRIES, ENQUEUES_TWICE, FAILS
    }

    FaultyContender(Fault fault) {
        this.fault = fault;
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
    public boolean can(Order order) {
        return true;
    }

    @Override
    public Map<String, Long> ask(Order order) {
        switch (order.verb()) {
            case "start" -> broker = connect(order);
            case "stop" -> stop();
            case "expect" -> {
                tally = new Tally((int) order.number("tasks"));
                handled = 0;
            }
            case "await" -> {
                return await(order);
            }
            case "enqueue" -> {
                return enqueue(order);
            }
            default -> {
                return Map.of();
            }
        }
        return Map.of();
    }

    private static RedisBroker connect(Order order) {
        return RedisBroker.connect(RedisConfig.of("redis://" + order.text("redis")));
    }

    private Map<String, Long> await(Order order) {
        if (fault == Fault.FAILS) {
            throw new IllegalStateException("it has failed");
        }
        while (handled < order.number("tasks")) {
            broker.workerCommands().dequeue(Drain.queue(this), 1).leases().forEach(this::handle);
        }
        return tally.summary(Tally.ALL);
    }

    private void handle(Lease lease) {
        byte[] payload = lease.message().payload();
        Outcome outcome = new Outcome.Done();
        boolean wrong = ++handled == 2;
        if (wrong && fault == Fault.RETRIES) {
            outcome = new Outcome.Retry(broker.clock().instant().plusSeconds(3_600), "no", true);
        }
        if (!wrong || fault != Fault.LOSES) {
            tally.started(payload);
        }
        if (wrong && fault == Fault.REPEATS) {
            tally.started(payload);
        }
        if (wrong && fault == Fault.INVENTS) {
            tally.started(BenchTask.now(1_000_000).payload(BenchTask.MIN_SIZE));
        }
        broker.workerCommands().settle(List.of(new Settlement(lease, outcome)));
    }

    private Map<String, Long> enqueue(Order order) {
        try (RedisBroker producing = connect(order); AsynqClient client = DefaultAsynqClient.of(producing)) {
            long nanos = new Production(new ClientTarget(client), order).enqueue("single", 1);
            if (fault == Fault.ENQUEUES_TWICE) {
                client.enqueue(BenchTask.now(1).on(order.text("queue"), BenchTask.MIN_SIZE));
            }
            return Map.of("nanos", nanos);
        }
    }

    @Override
    public long cpuNanos() {
        return 0;
    }

    @Override
    public void close() {
        stop();
    }

    private void stop() {
        if (broker != null) {
            broker.close();
            broker = null;
        }
    }
}

package io.github.asynqee.bench.round;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.contender.BenchTask;
import io.github.asynqee.bench.contender.Order;

/**
 * Tasks that are there before the contender may take the first one: its queue is paused, filled and let go again.
 * Throughput is counted from the start of the first task to the start of the last one.
 */
public final class Drain implements Setting {

    /** The size of payloads where it is not what matters, in bytes. */
    public static final int SIZE = 100;

    private final RedisMeter redis;
    private final String name;
    private final Order start;
    private final int tasks;
    private final int size;
    private Predicate<Contender> who = contender -> true;
    private UnaryOperator<Order> wish = UnaryOperator.identity();
    private List<String> types = List.of(BenchTask.TYPE);

    /**
     * Sets up a drain.
     *
     * @param redis where
     * @param name what is varied
     * @param start what the contender is started with, but for Redis and queues
     * @param tasks how many tasks
     * @param size of the payload in bytes
     */
    public Drain(RedisMeter redis, String name, Order start, int tasks, int size) {
        this.redis = redis;
        this.name = name;
        this.start = start;
        this.tasks = tasks;
        this.size = size;
    }

    /**
     * Leaves out all others.
     *
     * @param those who may take part
     * @return this
     */
    public Drain onlyFor(Predicate<Contender> those) {
        who = those;
        return this;
    }

    /**
     * Starts those who can in another way.
     *
     * @param way makes of the usual start the one that is preferred
     * @return this
     */
    public Drain preferring(UnaryOperator<Order> way) {
        wish = way;
        return this;
    }

    /**
     * Fills the queue with tasks of several types, in equal shares.
     *
     * @param those their types, which take turns
     * @return this
     */
    public Drain ofTypes(List<String> those) {
        types = List.copyOf(those);
        return this;
    }

    private Order start(Contender contender) {
        Order wished = wish.apply(start);
        return contender.can(wished) ? wished : start;
    }

    /**
     * How a contender is started that does nothing with tasks but count them.
     *
     * @param concurrency how many tasks at a time
     * @return the order, without Redis and queues
     */
    public static Order start(int concurrency) {
        return Order.to("start").with("concurrency", concurrency).with("handler", "none");
    }

    /**
     * The queue that a contender has for itself.
     *
     * @param contender whose
     * @return its name
     */
    public static String queue(Contender contender) {
        return "bench-" + contender.id();
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int tasks() {
        return tasks;
    }

    @Override
    public boolean suits(Contender contender) {
        return who.test(contender) && contender.can(start);
    }

    @Override
    public void begin(Contender contender) {
        contender.ask(start(contender).with("redis", redis.address()).with("queues", queue(contender) + ":1"));
    }

    @Override
    public Round round(Contender contender, int count) {
        String queue = queue(contender);
        Handling handling = new Handling(redis, contender, List.of(queue), count);
        redis.pause(queue, true);
        contender.ask(Order.to("expect").with("tasks", count));
        redis.fill(queue, 0, count, size, types);
        handling.begin();
        redis.pause(queue, false);
        return handling.end();
    }

    @Override
    public void end(Contender contender) {
        stop(contender, redis);
    }

    /**
     * Ends the contender's work and forgets its queue.
     *
     * @param contender whose
     * @param redis where the queue is
     */
    public static void stop(Contender contender, RedisMeter redis) {
        try {
            contender.ask(Order.to("stop"));
        } finally {
            redis.clear(queue(contender));
        }
    }
}

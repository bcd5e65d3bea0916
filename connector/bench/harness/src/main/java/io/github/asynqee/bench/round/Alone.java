package io.github.asynqee.bench.round;

import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.contender.Order;

/**
 * A setting in which no other contender may be at work, because even an idle one uses Redis: each round begins with the
 * start of the contender and ends with its stop. Redis is emptied before and after.
 */
public abstract class Alone implements Setting {

    private final RedisMeter redis;
    private final String name;
    private final Order start;
    private final int tasks;

    /**
     * Sets it up.
     *
     * @param redis where
     * @param name what is varied
     * @param start what contenders are started with, but for Redis and queues
     * @param tasks how many tasks
     */
    protected Alone(RedisMeter redis, String name, Order start, int tasks) {
        this.redis = redis;
        this.name = name;
        this.start = start;
        this.tasks = tasks;
    }

    /**
     * Starts what is measured, and measures it.
     *
     * @param contender whose turn it is
     * @param count how many tasks
     * @return what came of it
     */
    protected abstract Round measure(Contender contender, int count);

    /**
     * Starts the contender.
     *
     * @param contender whose turn it is
     * @param queues its queues, as a start wants them
     */
    protected final void start(Contender contender, String queues) {
        contender.ask(start.with("redis", redis.address()).with("queues", queues));
    }

    /** @return where */
    protected final RedisMeter redis() {
        return redis;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int tasks() {
        return tasks;
    }

    /** None: what needs it warms up within each round. */
    @Override
    public int warmUp() {
        return 0;
    }

    @Override
    public boolean suits(Contender contender) {
        return contender.can(start);
    }

    @Override
    public final void begin(Contender contender) {
        redis.command("FLUSHALL");
    }

    @Override
    public final Round round(Contender contender, int count) {
        try {
            return measure(contender, count);
        } finally {
            end(contender);
        }
    }

    @Override
    public final void end(Contender contender) {
        contender.ask(Order.to("stop"));
        redis.command("FLUSHALL");
    }
}

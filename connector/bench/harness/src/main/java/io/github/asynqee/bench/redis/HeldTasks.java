package io.github.asynqee.bench.redis;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.BrokerException;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;

/**
 * Tasks that are active for as long as this is open, their leases extended now and then. Whoever extends them just
 * before a measurement keeps that from happening within it, unless it takes long.
 */
public final class HeldTasks implements AutoCloseable {

    private static final Logger LOG = System.getLogger(HeldTasks.class.getName());
    private static final Duration PAUSE = Lease.DURATION.dividedBy(2);
    private static final int BATCH = 500;

    private final RedisBroker broker;
    private final List<Lease> leases = new ArrayList<>();
    private long extendedAt = System.nanoTime();
    private boolean closed;

    private HeldTasks(RedisBroker broker) {
        this.broker = broker;
    }

    /**
     * Takes the tasks that are pending in a queue.
     *
     * @param redis where
     * @param queue its name
     * @param count how many tasks
     * @return them
     * @throws IllegalStateException if there are fewer
     */
    public static HeldTasks take(RedisMeter redis, String queue, int count) {
        HeldTasks held = new HeldTasks(RedisBroker.connect(RedisConfig.of("redis://" + redis.address())));
        try {
            while (held.leases.size() < count) {
                int missing = Math.min(BATCH, count - held.leases.size());
                List<Lease> more = held.broker.workerCommands().dequeue(queue, missing).leases();
                if (more.isEmpty()) {
                    throw new IllegalStateException("only " + held.leases.size() + " tasks to hold in " + queue);
                }
                held.leases.addAll(more);
            }
        } catch (RuntimeException e) {
            held.broker.close();
            throw e;
        }
        Thread keeper = new Thread(held::keep, "held-" + queue);
        keeper.setDaemon(true);
        keeper.start();
        return held;
    }

    /** Extends all leases now. */
    public synchronized void extend() {
        broker.workerCommands().extend(leases);
        extendedAt = System.nanoTime();
    }

    private synchronized void keep() {
        try {
            while (!closed) {
                long left = PAUSE.toNanos() - (System.nanoTime() - extendedAt);
                if (left > 0) {
                    wait(left / 1_000_000 + 1);
                } else {
                    extendUnlessBroken();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is lost then is seen: the round is void. */
    private void extendUnlessBroken() {
        try {
            extend();
        } catch (BrokerException e) {
            extendedAt = System.nanoTime();
            LOG.log(Level.WARNING, "leases cannot be extended: {0}", e.getMessage());
        }
    }

    /** Lets them go; they stay where they are. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        broker.close();
    }
}

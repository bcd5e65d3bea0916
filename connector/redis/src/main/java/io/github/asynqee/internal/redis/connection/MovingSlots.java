package io.github.asynqee.internal.redis.connection;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

import io.github.asynqee.internal.outage.FailureLog;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Logs that commands wait for a slot that is moving: one warning for each move that takes longer than a second. */
final class MovingSlots {

    private static final Logger LOG = System.getLogger(MovingSlots.class.getName());
    private static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** If no command had to wait for this time, the next command that waits belongs to another move. */
    private static final long OVER_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final LongSupplier nanoTime;
    private final Map<Integer, Move> moves = new ConcurrentHashMap<>();

    private record Move(long begin, long last, boolean logged) {}

    MovingSlots(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A command was not executed because the slot of its keys is moving. */
    void refused(String key, String reason) {
        long now = nanoTime.getAsLong();
        moves.compute(JedisClusterCRC16.getSlot(key), (slot, move) -> {
            if (move == null || now - move.last() > OVER_NANOS) {
                return new Move(now, now, false);
            }
            boolean logs = !move.logged() && now - move.begin() >= LONG_NANOS;
            if (logs) {
                FailureLog.write(LOG, Level.WARNING,
                        "slot {0} of the Redis Cluster is moving: its queues wait until it has moved ({1})",
                        Integer.toString(slot), reason);
            }
            return new Move(move.begin(), now, move.logged() || logs);
        });
    }
}

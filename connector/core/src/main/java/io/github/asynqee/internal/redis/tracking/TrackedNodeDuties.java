package io.github.asynqee.internal.redis.tracking;

import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import redis.clients.jedis.HostAndPort;

/** What is to be done every now and then for an open tracked connection. */
final class TrackedNodeDuties {

    /** For all nodes together; a burst is no larger. */
    private static final double CHECKS_PER_SECOND = 5;

    private final HostAndPort address;
    private final RedisConnections nodes;
    private final TrackedKeys keys;
    private final TrackedNodes all;
    private final TrackingIntervals intervals;
    private final TrackedConnection connection;
    private final TrackingCheck check;
    private double credit = CHECKS_PER_SECOND;
    private long lastRun = System.nanoTime();
    private long lastPing = lastRun;
    private long lastRefresh = lastRun;

    TrackedNodeDuties(HostAndPort address, RedisConnections nodes, TrackedKeys keys, TrackedNodes all,
            TrackingIntervals intervals, TrackedConnection connection) {
        this.address = address;
        this.nodes = nodes;
        this.keys = keys;
        this.all = all;
        this.intervals = intervals;
        this.connection = connection;
        this.check = new TrackingCheck(keys, connection, nodes.isCluster(), intervals);
    }

    void run() {
        long now = System.nanoTime();
        if (all.isPaused()) {
            connection.turnOff();
        } else {
            keys.reportUnheard(name -> all.isAt(name, address));
            findMovedKeys(now);
            verify(now);
        }
        if (now - lastPing >= intervals.ping().toNanos()) {
            lastPing = now;
            connection.ping();
        }
        lastRun = now;
    }

    private void verify(long now) {
        double earned = (now - lastRun) / 1e9 * CHECKS_PER_SECOND / all.count();
        credit = Math.min(credit + earned, CHECKS_PER_SECOND);
        credit -= check.advance((int) credit);
    }

    /** A key that does not exist leaves no trace when its slot moves, and its former node is silent about it. */
    private void findMovedKeys(long now) {
        if (nodes.isCluster()) {
            if (now - lastRefresh >= intervals.check().toNanos()) {
                lastRefresh = now;
                connection.refresh(nodes);
                keys.of(connection).stream().filter(key -> !all.isAt(key.name(), address)).forEach(keys::changed);
            }
        } else if (!address.equals(nodes.address(null))) {
            connection.fail(new BrokerUnavailableException(address + " is no longer the master", null));
        }
    }
}

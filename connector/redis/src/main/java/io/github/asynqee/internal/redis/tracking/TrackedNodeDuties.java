package io.github.asynqee.internal.redis.tracking;

import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.HostAndPort;

/** Periodic duties of an open tracked connection. */
final class TrackedNodeDuties {

    private final HostAndPort address;
    private final RedisConnections connections;
    private final TrackedKeys keys;
    private final TrackedNodes nodes;
    private final TrackingIntervals intervals;
    private final TrackedConnection connection;
    private final TrackingCheck check;
    private double credit;
    private long lastRun = System.nanoTime();
    private long lastPing = lastRun;
    private long lastRefresh = lastRun;

    TrackedNodeDuties(HostAndPort address, RedisConnections connections, TrackedKeys keys, TrackedNodes nodes,
            TrackingIntervals intervals, TrackedConnection connection) {
        this.address = address;
        this.connections = connections;
        this.keys = keys;
        this.nodes = nodes;
        this.intervals = intervals;
        this.connection = connection;
        this.credit = intervals.checksPerSecond();
        this.check = new TrackingCheck(keys, connection, connections.isCluster(), intervals);
    }

    void run() {
        long now = System.nanoTime();
        if (nodes.isPaused()) {
            connection.turnOff();
        } else {
            keys.reportUntracked(name -> nodes.isAt(name, address));
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
        double earned = (now - lastRun) / 1e9 * intervals.checksPerSecond() / nodes.count();
        credit = Math.min(credit + earned, intervals.checksPerSecond());
        credit -= check.advance((int) credit);
    }

    /** Finds keys whose slot moved: the former node sends no invalidation message for a key that does not exist. */
    private void findMovedKeys(long now) {
        if (connections.isCluster()) {
            if (now - lastRefresh >= intervals.check().toNanos()) {
                lastRefresh = now;
                connection.refresh(connections);
                keys.of(connection).stream().filter(key -> !nodes.isAt(key.name(), address)).forEach(keys::changed);
            }
        } else if (!address.equals(connections.address(null))) {
            connection.fail(new BrokerUnavailableException(address + " is no longer the master", null));
        }
    }
}

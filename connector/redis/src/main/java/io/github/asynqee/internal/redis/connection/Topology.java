package io.github.asynqee.internal.redis.connection;

import java.util.List;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The servers of a Redis, which of them has a key, and a pool of connections to each: one class for each kind of Redis.
 * Methods throw a {@link JedisException} if a server cannot be reached. Thread-safe.
 */
interface Topology extends AutoCloseable {

    /** Borrows a connection to the server of a key, or to any server if the key is {@code null}. */
    Connection connect(String key);

    /** Borrows a connection to one server. */
    Connection connect(HostAndPort server);

    /**
     * The server of a key, or any server if the key is {@code null}; {@code null} if no known server serves the key.
     */
    HostAndPort server(String key);

    /** The server of a key, or the server that last had it; {@code null} if there is only one server. */
    default HostAndPort lastNode(String key) {
        return null;
    }

    /** The servers that currently execute writes; none behind a proxy. */
    List<HostAndPort> masters();

    /** Whether commands may be sent to a server, judged without sending a command. */
    boolean uses(HostAndPort server);

    /** Number of connections that the pools count as borrowed. */
    int active();

    /** Servers that can be used interchangeably, without servers that hang; none if there is only one server. */
    default List<HostAndPort> answering() {
        return List.of();
    }

    /** Reads again which servers there are. May return before this is known, because it may take long. */
    void refresh();

    /** Like {@link #refresh()}, by asking the server of a connection, which has redirected a command. */
    default void refresh(Connection redirecting) {
        // only servers of a cluster redirect commands
    }

    /**
     * Closes a borrowed connection that is broken, and the idle connections to its server. They are probably broken
     * too, and checking each of them may take a timeout.
     */
    void discard(Connection broken);

    /** Connections in use are closed when they are returned. */
    @Override
    void close();
}

package io.github.asynqee.broker;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;

/** A connection outside the pool, on which one thread may write while another one reads. */
final class OwnConnection extends Connection {

    OwnConnection(HostAndPort node, JedisClientConfig config) {
        super(node, config);
    }

    /** Sends a command without waiting for the answer. */
    void sendNow(Command command) {
        sendCommand(command);
        flush();
    }
}

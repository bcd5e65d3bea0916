package io.github.asynqee.internal.redis.connection;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;

/** A connection outside the pool. One thread may write while another one reads. */
public final class DedicatedConnection extends Connection {

    DedicatedConnection(HostAndPort node, JedisClientConfig config) {
        super(node, config);
    }

    /** Sends a command without waiting for the reply. */
    public void sendNow(Command command) {
        sendCommand(command);
        flush();
    }
}

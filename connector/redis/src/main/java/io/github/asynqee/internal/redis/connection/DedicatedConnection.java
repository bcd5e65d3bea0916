package io.github.asynqee.internal.redis.connection;

import java.io.IOException;
import java.util.Collections;
import java.util.List;

import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/** A connection outside the pool. One thread may write while another one reads. */
public final class DedicatedConnection extends Connection {

    DedicatedConnection(HostAndPort node, JedisClientConfig config) {
        super(node, config);
    }

    /** Subscribes to a channel. */
    public void subscribe(String channel) {
        executeCommand(new CommandArguments(Command.SUBSCRIBE).add(channel));
    }

    /** Waits for the next reply; returns the content of a published message in a list, empty if it is another reply. */
    public List<Object> nextMessage() {
        try {
            return getUnflushedObject() instanceof List<?> push && push.size() == 3
                    && "message".equals(Replies.text(push.get(0))) ? Collections.singletonList(push.get(2)) : List.of();
        } catch (JedisDataException e) {
            // an error reply to PING also proves that the connection works
            return List.of();
        }
    }

    /** Closes the connection at once, also while another thread waits for a reply. */
    public void closeNow() {
        try {
            forceDisconnect();
        } catch (IOException e) {
            // the connection is closed already
            return;
        }
    }

    /** Sends a command without waiting for the reply. */
    public void sendNow(Command command) {
        sendCommand(command);
        flush();
    }
}

package io.github.asynqee.internal.redis.connection;

import java.util.List;

import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.outage.WritesRefusedException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Tells what Redis refuses for now from what it refuses for good. */
public final class RedisErrors {

    /** Replies by which Redis says that it has not executed a command and may do so later. */
    private static final List<String> NOT_NOW = List.of("LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "BUSY",
            "UNBLOCKED");
    /** Replies by which Redis refuses to write only. */
    private static final List<String> NO_WRITES = List.of("READONLY", "NOREPLICAS", "MISCONF");
    /** Said of the first write of a script, so that none of it has been done. */
    private static final String OUT_OF_MEMORY = "OOM command not allowed";

    private RedisErrors() {}

    /** The exception for a refused command: {@link BrokerUnavailableException} if it may be executed later. */
    public static BrokerException refused(String what, JedisDataException e) {
        String message = String.valueOf(e.getMessage());
        String text = "Redis refused " + what + ": " + message;
        if (message.contains(OUT_OF_MEMORY) || NO_WRITES.stream().anyMatch(code -> says(message, code))) {
            return new WritesRefusedException(text, e);
        }
        boolean notNow = e instanceof JedisRedirectionException
                || NOT_NOW.stream().anyMatch(code -> says(message, code));
        return notNow ? new BrokerUnavailableException(text, e) : new BrokerException(text, e);
    }

    /** Whether the server is a replica, such as a former master. */
    static boolean isReadOnly(JedisDataException e) {
        return says(String.valueOf(e.getMessage()), "READONLY");
    }

    /** Before Redis 7 the error of a script's first write is hidden in the text of another one. */
    private static boolean says(String message, String code) {
        return message.startsWith(code) || message.contains(": -" + code);
    }
}

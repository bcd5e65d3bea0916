package io.github.asynqee.internal.redis.connection;

import java.net.SocketTimeoutException;
import java.util.List;

import io.github.asynqee.internal.outage.SlotMovingException;
import io.github.asynqee.internal.outage.WritesRefusedException;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Distinguishes temporary from permanent error replies. */
public final class RedisErrors {

    /** Error codes of commands that were not executed and may succeed later. */
    private static final List<String> NOT_NOW = List.of("LOADING", "MASTERDOWN", "CLUSTERDOWN", "BUSY",
            "UNBLOCKED", "ERR max number of clients");
    /** Errors of a proxy that was not connected to the server. */
    private static final List<String> PROXY_NOT_CONNECTED = List.of("ERR Connection refused", "ERR Host is down",
            "ERR No route to host", "ERR Network is unreachable");
    /** Errors of a proxy that may have passed on the command. */
    private static final List<String> PROXY_LOST_THE_REPLY = List.of("ERR Connection timed out",
            "ERR Connection reset by peer", "ERR Broken pipe", "ERR Input/output error");
    private static final String PROXY_NO_REASON = "ERR unknown";
    /** Error codes of a Redis that executes reads, but no writes. */
    private static final List<String> NO_WRITES = List.of("READONLY", "NOREPLICAS", "MISCONF");
    /** Raised at the first write of a script, so that the script had no effect. */
    private static final String OUT_OF_MEMORY = "OOM command not allowed";

    /** Parts of errors of commands that the user, or this Redis, never allows, also in scripts. */
    private static final List<String> FORBIDDEN = List.of("NOPERM", "no permissions to", "can't run this command",
            "unknown command", "Unknown Redis command", "not allowed from script");
    /** Part of errors of keys that the user may not access. */
    private static final String KEYS = "permissions to access";

    private static final String WRONG_TYPE = "WRONGTYPE Operation against a key";

    private RedisErrors() {}

    /** The exception for a rejected command: {@link BrokerUnavailableException} if it may succeed later. */
    public static BrokerException refused(String what, JedisDataException e) {
        String message = String.valueOf(e.getMessage());
        String text = "Redis refused " + what + ": " + message;
        if (message.contains(OUT_OF_MEMORY) || NO_WRITES.stream().anyMatch(code -> hasCode(message, code))) {
            return new WritesRefusedException(text, e);
        }
        if (PROXY_LOST_THE_REPLY.stream().anyMatch(message::contains) || message.equals(PROXY_NO_REASON)) {
            return new AmbiguousResultException(text, e);
        }
        if (e instanceof JedisAskDataException || hasCode(message, "TRYAGAIN")) {
            return new SlotMovingException(text, e);
        }
        boolean notNow = e instanceof JedisRedirectionException
                || NOT_NOW.stream().anyMatch(code -> hasCode(message, code))
                || PROXY_NOT_CONNECTED.stream().anyMatch(message::contains);
        return notNow ? new BrokerUnavailableException(text, e) : new BrokerException(text, e);
    }

    /**
     * Whether a key has another type than the command is for, which no program of asynq writes. The text of the error may be in
     * that of a script.
     */
    public static boolean isWrongType(BrokerException e) {
        return e.getCause() instanceof JedisDataException cause
                && String.valueOf(cause.getMessage()).contains(WRONG_TYPE);
    }

    /** Whether the user may not execute the command with any key, or Redis does not have it. */
    public static boolean isForbidden(BrokerException e) {
        String message = e.getCause() instanceof JedisDataException cause ? String.valueOf(cause.getMessage()) : "";
        return FORBIDDEN.stream().anyMatch(message::contains) && !message.contains(KEYS);
    }

    /** Whether the user may not execute the command, or not with its keys. */
    public static boolean isDenied(BrokerException e) {
        return e.getCause() instanceof JedisDataException cause
                && hasCode(String.valueOf(cause.getMessage()), "NOPERM");
    }

    /** Whether the connection was closed before the reply came; otherwise the server has not answered for a while. */
    public static boolean isClosed(AmbiguousResultException e) {
        return e.getCause() instanceof JedisConnectionException closed
                && !(closed.getCause() instanceof SocketTimeoutException);
    }

    /** The message of an exception with what has caused it. */
    static String withCause(JedisException e) {
        Throwable cause = e;
        while (cause.getCause() != null || cause.getSuppressed().length > 0) {
            // the client library tries each address of a host and keeps the failures as suppressed ones
            cause = cause.getCause() != null ? cause.getCause() : cause.getSuppressed()[0];
        }
        String message = String.valueOf(e.getMessage());
        return message.contains(String.valueOf(cause.getMessage())) ? message
                : message + " (" + cause.getMessage() + ")";
    }

    /** Whether the server is a replica, such as a former master. */
    static boolean isReadOnly(JedisDataException e) {
        return hasCode(String.valueOf(e.getMessage()), "READONLY");
    }

    /** Before Redis 7 the error of a write in a script is part of the text of another error. */
    private static boolean hasCode(String message, String code) {
        return message.startsWith(code) || message.contains(": -" + code);
    }
}

package io.github.asynqee.internal.redis.connection;

import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.COMMAND_FORBIDDEN;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.FOR_GOOD;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.KEY_FORBIDDEN;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.MAYBE_DONE;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.NOT_NOW;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.NO_WRITES;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.SLOT_MOVES;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Kind.WRONG_TYPE;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Place.ALL;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Place.CODE;
import static io.github.asynqee.internal.redis.connection.RedisErrors.Place.PART;

import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.function.BiFunction;

import javax.net.ssl.SSLException;

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

/** The meaning of failures of commands: one table of error replies, and the failures without a reply. */
public final class RedisErrors {

    /** The meaning of a failure for the command, and the exception for its caller. */
    enum Kind {
        /** Not executed. Redis executes reads, but refuses writes until it is repaired. */
        NO_WRITES(WritesRefusedException::new),
        /** Not executed; waits for the move of its slot. */
        SLOT_MOVES(SlotMovingException::new),
        /** Not executed; may be sent again soon, perhaps to another node. */
        NOT_NOW(BrokerUnavailableException::new),
        /** It may have been executed. */
        MAYBE_DONE(AmbiguousResultException::new),
        /** Not executed: the user lacks the permission, or this Redis does not have the command. */
        COMMAND_FORBIDDEN(BrokerException::new),
        /** Not executed: the user lacks the permission for these keys. */
        KEY_FORBIDDEN(BrokerException::new),
        /** Not executed: the key has another type, which no program of asynq writes. */
        WRONG_TYPE(BrokerException::new),
        /** Not executed, and never will be. */
        FOR_GOOD(BrokerException::new);

        private final BiFunction<String, Throwable, BrokerException> exception;

        Kind(BiFunction<String, Throwable, BrokerException> exception) {
            this.exception = exception;
        }
    }

    /** Where a reply must contain the text of a row. */
    enum Place {
        /**
         * At its beginning. Before Redis 7, the error of a command in a script is part of another text: {@code :
         * -CODE}.
         */
        CODE,
        PART,
        ALL
    }

    record Row(Place place, String text, Kind kind) {

        boolean matches(String reply) {
            return switch (place) {
                case CODE -> reply.startsWith(text) || reply.contains(": -" + text);
                case PART -> reply.contains(text);
                case ALL -> reply.equals(text);
            };
        }
    }

    /** The first matching row applies. Without a matching row, a refusal is permanent. */
    static final List<Row> ROWS = List.of(
            // raised at the first write of a script, so that the script had no effect
            new Row(PART, "OOM command not allowed", NO_WRITES),
            new Row(CODE, "READONLY", NO_WRITES),
            new Row(CODE, "NOREPLICAS", NO_WRITES),
            new Row(CODE, "MISCONF", NO_WRITES),
            new Row(CODE, "TRYAGAIN", SLOT_MOVES),
            new Row(CODE, "LOADING", NOT_NOW),
            new Row(CODE, "MASTERDOWN", NOT_NOW),
            new Row(CODE, "CLUSTERDOWN", NOT_NOW),
            new Row(CODE, "BUSY", NOT_NOW),
            new Row(CODE, "UNBLOCKED", NOT_NOW),
            new Row(CODE, "ERR max number of clients", NOT_NOW),
            // the reply of a proxy that was not connected to the server
            new Row(PART, "ERR Connection refused", NOT_NOW),
            new Row(PART, "ERR Host is down", NOT_NOW),
            new Row(PART, "ERR No route to host", NOT_NOW),
            new Row(PART, "ERR Network is unreachable", NOT_NOW),
            // the reply of a proxy that may have passed on the command
            new Row(PART, "ERR Connection timed out", MAYBE_DONE),
            new Row(PART, "ERR Connection reset by peer", MAYBE_DONE),
            new Row(PART, "ERR Broken pipe", MAYBE_DONE),
            new Row(PART, "ERR Input/output error", MAYBE_DONE),
            new Row(ALL, "ERR unknown", MAYBE_DONE),
            new Row(PART, "permissions to access", KEY_FORBIDDEN),
            new Row(PART, "NOPERM", COMMAND_FORBIDDEN),
            new Row(PART, "no permissions to", COMMAND_FORBIDDEN),
            new Row(PART, "can't run this command", COMMAND_FORBIDDEN),
            new Row(PART, "unknown command", COMMAND_FORBIDDEN),
            new Row(PART, "Unknown Redis command", COMMAND_FORBIDDEN),
            new Row(PART, "not allowed from script", COMMAND_FORBIDDEN),
            new Row(PART, "WRONGTYPE Operation against a key", WRONG_TYPE));

    private RedisErrors() {}

    static Kind kind(JedisDataException e) {
        if (e instanceof JedisRedirectionException) {
            return e instanceof JedisAskDataException ? SLOT_MOVES : NOT_NOW;
        }
        String reply = String.valueOf(e.getMessage());
        return ROWS.stream().filter(row -> row.matches(reply)).findFirst().map(Row::kind).orElse(FOR_GOOD);
    }

    private static Kind kind(BrokerException e) {
        return e.getCause() instanceof JedisDataException reply ? kind(reply) : null;
    }

    /** The exception for a command that Redis refused. */
    public static BrokerException refused(String command, JedisDataException e) {
        return kind(e).exception.apply("Redis refused " + command + ": " + e.getMessage(), e);
    }

    /** The exception for a command whose reply never came: it may have been executed. */
    static BrokerException unanswered(String command, JedisException e) {
        return new AmbiguousResultException("Redis did not answer " + command + ": " + e.getMessage(), e);
    }

    /** Whether a key has a type for which the command is not intended. */
    public static boolean isWrongType(BrokerException e) {
        return kind(e) == WRONG_TYPE;
    }

    /** Whether the user lacks the permission for the command with any key, or Redis does not have the command. */
    public static boolean isForbidden(BrokerException e) {
        return kind(e) == COMMAND_FORBIDDEN;
    }

    /** Whether the user lacks the permission for the command or for its keys. */
    public static boolean isDenied(BrokerException e) {
        return kind(e) == COMMAND_FORBIDDEN || kind(e) == KEY_FORBIDDEN;
    }

    /** Whether the connection was closed before the reply came; otherwise the server has not answered for a while. */
    public static boolean isClosed(AmbiguousResultException e) {
        return e.getCause() instanceof JedisConnectionException closed
                && !(closed.getCause() instanceof SocketTimeoutException);
    }

    /** Whether the server is a replica, such as a former master. */
    static boolean isReadOnly(BrokerException e) {
        return e instanceof WritesRefusedException && String.valueOf(e.getCause().getMessage()).contains("READONLY");
    }

    /** Returns the messages of an exception and its causes. */
    static String withCause(JedisException e) {
        String message = String.valueOf(e.getMessage());
        String reason = reason(cause(e));
        return message.contains(reason) ? message : message + " (" + reason + ")";
    }

    /** Returns the deepest cause that has a message. */
    static Throwable cause(Throwable e) {
        Throwable cause = e;
        Throwable next = e;
        while (next != null) {
            cause = next.getMessage() == null ? cause : next;
            // the message of a TLS exception already contains its causes
            next = next instanceof SSLException ? null
                    : next.getCause() != null || next.getSuppressed().length == 0 ? next.getCause()
                            // the client library tries each address of a host and keeps the failures as suppressed
                            // exceptions
                            : next.getSuppressed()[0];
        }
        return cause;
    }

    /** The message of an exception, as a sentence. */
    static String reason(Throwable e) {
        String message = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        // some systems give the reason, others only the name of the host
        return e instanceof UnknownHostException ? "the host name " + message.split(":")[0] + " cannot be resolved"
                : message;
    }
}

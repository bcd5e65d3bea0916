package io.github.asynqee.internal.redis.connection;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * The command that follows writes on their connection to confirm that they are stored in more places than the memory of
 * Redis: {@code WAIT} or {@code WAITAOF}. The command blocks the connection until the writes are confirmed.
 */
public final class Confirmation {

    /** Nothing follows: the writes are in the memory of one server. */
    static final Confirmation NONE = new Confirmation(null, 0, Duration.ZERO);

    private final RedisCommand command;
    private final int replicas;
    private final Duration limit;

    private Confirmation(RedisCommand command, int replicas, Duration limit) {
        this.command = command;
        this.replicas = replicas;
        this.limit = limit;
    }

    /**
     * The value of a reply whose command was executed, but was not confirmed.
     *
     * @param value the reply itself
     * @param lack why it is not confirmed
     */
    public record Unconfirmed(Object value, Lack lack) {

        public String reason() {
            return lack.reason();
        }
    }

    /**
     * Why writes are not confirmed.
     *
     * @param reason the reason
     * @param kind the consequence for later writes
     */
    public record Lack(String reason, Kind kind) {

        /** The consequence of a missing confirmation for later writes. */
        public enum Kind {
            /** Redis became unreachable, so its abilities are unknown. */
            REDIS_AWAY,
            /** Too few replicas have received the writes in time. */
            TOO_FEW_REPLICAS,
            /** Redis cannot confirm any writes. */
            LASTING
        }
    }

    /** A number of replicas must have received the writes. */
    public static Confirmation byReplicas(int replicas, Duration limit) {
        return new Confirmation(RedisCommand.command(Command.WAIT).arg(replicas).arg(limit.toMillis()), replicas,
                limit);
    }

    /** The server must have written them to its append-only file and flushed the file to its disk. */
    public static Confirmation byDisk(Duration limit) {
        return new Confirmation(RedisCommand.command(Command.WAITAOF).arg(1).arg(0).arg(limit.toMillis()), 0, limit);
    }

    boolean isNone() {
        return command == null;
    }

    /**
     * Requests the confirmation of writes executed on a connection, within the limit.
     *
     * @return why the writes are not confirmed; {@code null} if they are confirmed
     */
    Lack lackOn(Connection connection) {
        if (connection.isBroken()) {
            return new Lack("the connection broke before " + command + " was sent", Lack.Kind.REDIS_AWAY);
        }
        try {
            connection.setSoTimeout(connection.getSoTimeout() + (int) limit.toMillis());
            Object reply = connection.executeCommand(command.toArguments());
            connection.setSoTimeout(connection.getSoTimeout() - (int) limit.toMillis());
            String lack = lack(reply);
            return lack == null ? null
                    : new Lack(lack, replicas == 0 ? Lack.Kind.LASTING : Lack.Kind.TOO_FEW_REPLICAS);
        } catch (JedisDataException e) {
            connection.setSoTimeout(connection.getSoTimeout() - (int) limit.toMillis());
            return new Lack("Redis refused " + command + ": " + e.getMessage() + advice(String.valueOf(e.getMessage())),
                    RedisErrors.refused("", e) instanceof BrokerUnavailableException ? Lack.Kind.REDIS_AWAY
                            : Lack.Kind.LASTING);
        } catch (JedisException e) {
            connection.setBroken();
            return new Lack("Redis did not answer " + command + ": " + e.getMessage(), Lack.Kind.REDIS_AWAY);
        }
    }

    private String lack(Object reply) {
        if (reply instanceof List<?> places) {
            return Replies.number(places.get(0)) > 0 ? null
                    : "Redis has not flushed it to its disk within " + limit.toMillis()
                            + " ms; with appendfsync no it never reports that";
        }
        long confirmed = Replies.number(reply);
        return confirmed >= replicas ? null
                : confirmed + " of " + replicas + " replicas have received it within " + limit.toMillis() + " ms";
    }

    private String advice(String error) {
        if (error.contains("NOPERM")) {
            return "; the user of Redis needs the ACL rule +" + command.toString().toLowerCase(Locale.ROOT);
        }
        if (error.contains("unknown command") && replicas == 0) {
            return "; WAITAOF needs Redis 7.2 or later";
        }
        return error.contains("appendonly") ? "; set appendonly yes in Redis" : "";
    }

    @Override
    public String toString() {
        return isNone() ? "none" : command.toString();
    }
}

package io.github.asynqee.internal.redis.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Round trips to one node: borrows a connection, sends commands, reads their replies, and reports outages. */
final class RoundTrips {

    /** Maximum number of commands that are sent before their replies are read. */
    private static final int PIPELINE = 64;

    private final RedisConnections connections;
    private final RedisClock clock;
    private final CommandMeter meter;
    private final Confirmation confirmation;
    private final NodeReports reports;

    RoundTrips(RedisConnections connections, RedisClock clock, CommandMeter meter, Confirmation confirmation) {
        this.connections = connections;
        this.clock = clock;
        this.meter = meter;
        this.confirmation = confirmation;
        this.reports = new NodeReports(connections);
    }

    /**
     * Sends the commands in chunks. If no connection to the node can be made, the other chunks are not tried, because
     * each attempt may take long.
     */
    void send(NodeExchange exchange) {
        boolean moved = false;
        List<RedisCommand> commands = exchange.commands();
        List<Integer> positions = exchange.positions();
        for (int from = 0; from < positions.size(); from += PIPELINE) {
            List<Integer> chunk = positions.subList(from, Math.min(from + PIPELINE, positions.size()));
            String key = commands.get(chunk.get(0)).routingKey();
            Connection connection;
            try {
                connection = connections.borrow(moved ? null : key, exchange.node());
            } catch (BrokerUnavailableException e) {
                reports.notConnected(key, e);
                connections.refresh();
                positions.subList(from, positions.size()).forEach(i -> exchange.replies()[i] = new Reply(null, e));
                return;
            }
            if (!exchange.begin(from + chunk.size())) {
                connections.release(connection);
                return;
            }
            // the rest is sent to the same node, so that all redirected commands keep their order
            moved |= sendChunk(connection, commands, chunk, exchange.replies());
        }
    }

    /** Returns whether a command is redirected. */
    private boolean sendChunk(Connection connection, List<RedisCommand> commands, List<Integer> positions,
            Reply[] replies) {
        boolean moved;
        try {
            clock.measureIfDue(connection);
            if (connection.isBroken()) {
                connections.refresh();
                positions.forEach(i -> replies[i] = new Reply(null, new BrokerUnavailableException(
                        "the connection is broken; " + commands.get(i) + " was not sent", null)));
                return false;
            }
            // a caller that has stopped waiting must not use unconfirmed replies
            Reply[] answers = confirmation.isNone() ? replies : new Reply[replies.length];
            List<Integer> unknownScript = exchange(connection, commands, positions, false, answers);
            if (!unknownScript.isEmpty()) {
                exchange(connection, commands, unknownScript, true, answers);
            }
            confirmed(connection, positions, answers);
            positions.forEach(i -> replies[i] = answers[i]);
            moved = positions.stream().anyMatch(i -> redirection(commands.get(i), replies[i]) != null);
            if (moved) {
                refresh(connection);
            }
        } catch (RuntimeException | Error e) {
            // the next command must not read the remaining replies
            connection.setBroken();
            throw e;
        } finally {
            connections.release(connection);
        }
        reports.executed(commands, positions, replies);
        return moved;
    }

    /** Asks the node that redirects for the map of the cluster, because this node answers and another may not. */
    private void refresh(Connection connection) {
        try {
            connections.refresh(connection);
        } catch (JedisException e) {
            // the next command asks another node
            connection.setBroken();
        }
    }

    /** One round trip; returns the positions of the commands whose script the server has not loaded. */
    private List<Integer> exchange(Connection connection, List<RedisCommand> commands, List<Integer> positions,
            boolean withText, Reply[] replies) {
        List<Integer> unknownScript = new ArrayList<>();
        int answered = 0;
        boolean formerMaster = false;
        long begin = System.nanoTime();
        try {
            for (int i : positions) {
                RedisCommand command = commands.get(i);
                connection.sendCommand(
                        withText && command.isScript() ? command.toArgumentsWithText() : command.toArguments());
            }
            for (int i : positions) {
                try {
                    replies[i] = new Reply(connection.getOne(), null);
                } catch (JedisNoScriptException e) {
                    unknownScript.add(i);
                } catch (JedisDataException e) {
                    replies[i] = new Reply(null, refused(commands.get(i), e));
                    formerMaster |= RedisErrors.isReadOnly(replies[i].error());
                }
                answered++;
            }
            if (formerMaster) {
                leave(connection);
            }
            meter.roundTrip(System.nanoTime() - begin);
        } catch (JedisException e) {
            leave(connection);
            for (int i : positions.subList(answered, positions.size())) {
                replies[i] = new Reply(null, RedisErrors.unanswered(commands.get(i).toString(), e));
            }
            for (int i : unknownScript) {
                replies[i] = new Reply(null, new BrokerUnavailableException(
                        "Redis did not execute " + commands.get(i) + ": " + e.getMessage(), e));
            }
            return List.of();
        }
        return unknownScript;
    }

    /** Requests the confirmation of executed commands, and marks their replies if it is missing. */
    private void confirmed(Connection connection, List<Integer> positions, Reply[] replies) {
        if (confirmation.isNone() || positions.stream().noneMatch(i -> replies[i].error() == null)) {
            return;
        }
        Confirmation.Lack lack = confirmation.lackOn(connection);
        for (int i : lack == null ? List.<Integer>of() : positions) {
            if (replies[i].error() == null) {
                replies[i] = new Reply(new Confirmation.Unconfirmed(replies[i].value(), lack), null);
            }
        }
    }

    /**
     * The redirection to follow; {@code null} if there is none. A script that needs the whole slot waits until the slot
     * has moved.
     */
    static JedisRedirectionException redirection(RedisCommand command, Reply reply) {
        return reply != null && reply.error() != null
                && reply.error().getCause() instanceof JedisRedirectionException elsewhere
                && !(elsewhere instanceof JedisAskDataException && command.needsWholeSlot()) ? elsewhere : null;
    }

    /** @param begin whether to send the command; called when there is a connection */
    Reply sendTo(HostAndPort target, boolean asking, RedisCommand command, BooleanSupplier begin) {
        Connection connection;
        try {
            connection = connections.borrow(target);
        } catch (BrokerUnavailableException e) {
            return new Reply(null, e);
        }
        if (!begin.getAsBoolean()) {
            connections.release(connection);
            return new Reply(null, NodeCalls.notSent(target, command.toString()));
        }
        boolean sent = !asking;
        try {
            // with the script's text: the target node may not have loaded the script
            CommandArguments arguments = command.isScript() ? command.toArgumentsWithText() : command.toArguments();
            if (asking) {
                connection.executeCommand(Command.ASKING);
                sent = true;
            }
            Reply[] reply = { new Reply(connection.executeCommand(arguments), null) };
            confirmed(connection, List.of(0), reply);
            return reply[0];
        } catch (JedisDataException e) {
            BrokerException refused = refused(command, e);
            if (RedisErrors.isReadOnly(refused)) {
                leave(connection);
            }
            return new Reply(null, refused);
        } catch (JedisConnectionException e) {
            leave(connection);
            return new Reply(null, sent
                    ? RedisErrors.unanswered(command.toString(), e)
                    : new BrokerUnavailableException(command + " was not sent: " + e.getMessage(), e));
        } catch (RuntimeException | Error e) {
            connection.setBroken();
            throw e;
        } finally {
            connections.release(connection);
        }
    }

    void measureTime(HostAndPort node) {
        Connection connection;
        try {
            connection = connections.borrow(null, node);
        } catch (BrokerUnavailableException e) {
            reports.notConnected(null, e);
            throw e;
        }
        try {
            clock.measure(connection);
        } catch (RuntimeException | Error e) {
            connection.setBroken();
            throw e;
        } finally {
            connections.release(connection);
        }
    }

    private BrokerException refused(RedisCommand command, JedisDataException e) {
        String wrongUrl = connections.adviceOn(e);
        if (wrongUrl.isEmpty()) {
            return RedisErrors.refused(command.toString(), e);
        }
        String text = "Redis refused " + command + ": " + e.getMessage() + wrongUrl;
        return connections.isWithoutData(e) ? new BrokerUnavailableException(text, e) : new BrokerException(text, e);
    }

    /** The connection must not be used again: it is broken, or leads to a former master. */
    private void leave(Connection connection) {
        connection.setBroken();
        connections.suspectMaster();
    }
}

package io.github.asynqee.internal.redis.connection;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.outage.SlotMovingException;
import io.github.asynqee.internal.outage.SlotPauses;
import io.github.asynqee.internal.outage.WriteRefusals;
import io.github.asynqee.internal.outage.WritesRefusedException;
import io.github.asynqee.redis.AmbiguousResultException;
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
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Sends commands and reads their replies. A command that Redis did not execute is resent where possible: with the
 * script's text after {@code NOSCRIPT}, to another node after a redirection. A command that Redis may have executed is
 * never resent. A command that waits for the move of its slot is resent only by an executor that is {@link #patient}.
 */
public final class RedisExecutor {

    /** Maximum number of commands that are sent before their replies are read. */
    private static final int PIPELINE = 64;
    private static final int MAX_REDIRECTIONS = 5;

    private final RedisConnections connections;
    private final RedisClock clock;
    private final CommandMeter meter;
    private final MovingSlots moving;
    private final Duration patience;
    private final Confirmation confirmation;

    public RedisExecutor(RedisConnections connections, RedisClock clock, CommandMeter meter) {
        this(connections, clock, meter, new MovingSlots(System::nanoTime), Duration.ZERO, Confirmation.NONE);
    }

    private RedisExecutor(RedisConnections connections, RedisClock clock, CommandMeter meter, MovingSlots moving,
            Duration patience, Confirmation confirmation) {
        this.connections = connections;
        this.clock = clock;
        this.meter = meter;
        this.moving = moving;
        this.patience = patience;
        this.confirmation = confirmation;
    }

    /** The same, but commands wait for slots that are moving, for this time at most. */
    public RedisExecutor patient(Duration limit) {
        return new RedisExecutor(connections, clock, meter, moving, limit, confirmation);
    }

    /**
     * The same, but what is sent in one round trip to one node is followed by a request to confirm it, on the same
     * connection. The value of a reply that Redis does not confirm is a {@link Confirmation.Unconfirmed}.
     */
    public RedisExecutor confirming(Confirmation requested) {
        return new RedisExecutor(connections, clock, meter, moving, patience, requested);
    }

    /** Whether only commands with keys can be sent. */
    public boolean isProxy() {
        return connections.isProxy();
    }

    /** Whether any keys can be in one command: they need not be in one slot. */
    public boolean isOneServer() {
        return !connections.isProxy() && !connections.isCluster();
    }

    /** A reply, or the exception of a failed command. */
    public record Reply(Object value, BrokerException error) {

        public Object get() {
            if (error != null) {
                throw error;
            }
            return value;
        }
    }

    /** Sends one command and returns the reply: bytes, a {@code Long}, a list of these, or {@code null}. */
    public Object send(RedisCommand command) {
        return send(List.of(command)).get(0).get();
    }

    /** Sends commands in as few round trips as possible; commands to one node keep their order. */
    public List<Reply> send(List<RedisCommand> commands) {
        HostAndPort master = connections.sentinelMaster();
        Reply[] replies = sendOnce(commands);
        if (master != null) {
            sendToNewMaster(master, commands, replies);
        }
        SlotPauses pauses = new SlotPauses(patience);
        for (List<Integer> waiting = waiting(replies); !waiting.isEmpty()
                && pauses.pause(); waiting = waiting(replies)) {
            sendAgain(waiting, commands, replies);
        }
        countFailed(replies);
        return List.of(replies);
    }

    private void sendAgain(List<Integer> positions, List<RedisCommand> commands, Reply[] replies) {
        Reply[] again = sendOnce(positions.stream().map(commands::get).toList());
        for (int i = 0; i < again.length; i++) {
            replies[positions.get(i)] = again[i];
        }
    }

    /** What a former master has refused was not executed: the new one gets it. */
    private void sendToNewMaster(HostAndPort former, List<RedisCommand> commands, Reply[] replies) {
        List<Integer> refused = IntStream.range(0, replies.length)
                .filter(i -> replies[i].error() != null
                        && replies[i].error().getCause() instanceof JedisDataException e && RedisErrors.isReadOnly(e))
                .boxed().toList();
        if (!refused.isEmpty() && connections.isReplaced(former)) {
            sendAgain(refused, commands, replies);
        }
    }

    /** The positions of the commands whose slot is moving. */
    private static List<Integer> waiting(Reply[] replies) {
        return IntStream.range(0, replies.length).filter(i -> replies[i].error() instanceof SlotMovingException).boxed()
                .toList();
    }

    private Reply[] sendOnce(List<RedisCommand> commands) {
        Reply[] replies = new Reply[commands.size()];
        Map<String, List<Integer>> byNode = new LinkedHashMap<>();
        for (int i = 0; i < replies.length; i++) {
            byNode.computeIfAbsent(connections.node(commands.get(i).routingKey()), node -> new ArrayList<>()).add(i);
        }
        List<NodeExchange> exchanges = new ArrayList<>();
        byNode.forEach((node, positions) -> exchanges
                .add(new NodeExchange(connections.callable(node, commands.get(positions.get(0)).routingKey()),
                        commands, positions)));
        exchanges.forEach(exchange -> exchange.start(connections.calls(), this::sendToNode));
        awaitAll(exchanges, replies);
        follow(commands, replies);
        for (int i : waiting(replies)) {
            moving.refused(commands.get(i).routingKey(), replies[i].error().getMessage());
        }
        return replies;
    }

    /** Waits for all exchanges, also if one fails unexpectedly: none continues after the return. */
    private void awaitAll(List<NodeExchange> exchanges, Reply[] replies) {
        if (exchanges.isEmpty()) {
            return;
        }
        try {
            exchanges.get(0).await(connections.calls(), replies);
        } finally {
            awaitAll(exchanges.subList(1, exchanges.size()), replies);
        }
    }

    /** In chunks. A node to which no connection can be made is not asked again for each: that may take long. */
    private void sendToNode(NodeExchange exchange) {
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
                notConnected(key, e);
                connections.refresh();
                positions.subList(from, positions.size()).forEach(i -> exchange.replies()[i] = new Reply(null, e));
                return;
            }
            if (!exchange.begin(from + chunk.size())) {
                connections.release(connection);
                return;
            }
            // the rest is sent to the same node, so that all that is redirected keeps its order
            moved |= sendChunk(connection, commands, chunk, exchange.replies());
        }
    }

    /**
     * The addresses of the masters: of all nodes of a cluster that serve slots, otherwise of the one server.
     *
     * @throws BrokerUnavailableException if none is reachable
     */
    public List<String> masters() {
        return connections.masters().stream().map(HostAndPort::toString).toList();
    }

    /** How many replicas the Sentinels know, also those that are away; empty without Sentinels, or if none answers. */
    public OptionalInt replicasOfSentinel() {
        return connections.replicasOfSentinel();
    }

    /** Sends a command that only reads and has no keys to one of the {@link #masters()}; a second time if need be. */
    public Reply read(String master, RedisCommand command) {
        HostAndPort node = HostAndPort.from(master);
        Reply reply = sendTo(node, false, command, () -> true);
        // the connection may have been idle and closed by Redis
        return reply.error() instanceof AmbiguousResultException ? sendTo(node, false, command, () -> true) : reply;
    }

    private void countFailed(Reply[] replies) {
        for (Reply reply : replies) {
            if (reply.error() != null) {
                meter.commandFailed();
            }
        }
    }

    /** Measures the time of Redis. */
    public void measureTime() {
        HostAndPort node = connections.callable("", null);
        if (node == null) {
            measureTime(null);
        } else if (connections.calls().start(node, () -> measureTime(node)).await() != NodeCalls.End.DONE) {
            throw NodeCalls.notSent(node, "TIME");
        }
    }

    private void measureTime(HostAndPort node) {
        Connection connection;
        try {
            connection = connections.borrow(null, node);
        } catch (BrokerUnavailableException e) {
            notConnected(null, e);
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
            // a caller that waits no longer must not take what is not confirmed yet
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
            // the next command must not read what is left of the replies
            connection.setBroken();
            throw e;
        } finally {
            connections.release(connection);
        }
        report(commands, positions, replies);
        return moved;
    }

    /** Asks the node that redirects for the map of the cluster: it answers, another may not. */
    private void refresh(Connection connection) {
        try {
            connections.refresh(connection);
        } catch (JedisException e) {
            // the next command asks another node
            connection.setBroken();
        }
    }

    /**
     * No connection could be made, or none was free. Without a key another node of a cluster may do, and a key of which
     * the node is not known is sent to any.
     */
    private void notConnected(String key, BrokerUnavailableException e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root != e && !connections.isClosed()) {
            // the client library tries each address of a host and keeps the failures as suppressed ones
            Throwable first = root.getSuppressed().length == 0 ? root : root.getSuppressed()[0];
            String node = connections.outageNode(key);
            boolean certain = first instanceof IOException && (!node.isEmpty() || !connections.isCluster());
            connections.outages().failed(node, certain,
                    connections.explained(String.valueOf(first.getMessage())));
        }
    }

    /** Reports to the log of outages. Commands without key are executed by a node that is not ready for others. */
    private void report(List<RedisCommand> commands, List<Integer> positions, Reply[] replies) {
        reportWrites(commands, positions, replies);
        String executed = null;
        for (int i : positions) {
            BrokerException error = replies[i].error();
            if (error != null && FailureLog.isOutage(error)
                    && !(error instanceof SlotMovingException)
                    && !(error.getCause() instanceof JedisRedirectionException)) {
                // each node replies so if a part of the cluster is down
                String node = error.getMessage().contains("CLUSTERDOWN") ? ""
                        : connections.outageNode(commands.get(i).routingKey());
                connections.outages().failed(node, false, error.getMessage());
                return;
            }
            executed = commands.get(i).routingKey() == null ? executed : commands.get(i).routingKey();
        }
        if (executed != null && connections.outages().isAnyFailing()) {
            connections.outages().succeeded(connections.outageNode(executed));
        }
    }

    private void reportWrites(List<RedisCommand> commands, List<Integer> positions, Reply[] replies) {
        WriteRefusals writes = connections.outages().writes();
        for (int i : positions) {
            if (replies[i].error() instanceof WritesRefusedException refused) {
                writes.refused(connections.outageNode(commands.get(i).routingKey()), commands.get(i).toString(),
                        refused);
            } else if (writes.isAny() && replies[i].error() == null) {
                writes.accepted(connections.outageNode(commands.get(i).routingKey()), commands.get(i).toString());
            }
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
                    formerMaster |= RedisErrors.isReadOnly(e);
                    replies[i] = new Reply(null, refused(commands.get(i), e));
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
                replies[i] = new Reply(null, new AmbiguousResultException(
                        "Redis did not answer " + commands.get(i) + ": " + e.getMessage(), e));
            }
            for (int i : unknownScript) {
                replies[i] = new Reply(null, new BrokerUnavailableException(
                        "Redis did not execute " + commands.get(i) + ": " + e.getMessage(), e));
            }
            return List.of();
        }
        return unknownScript;
    }

    /** Asks for the confirmation of what was executed, and marks it if there is none. */
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

    /** Follows the redirections of commands, each as a call to the node that it leads to. */
    private void follow(List<RedisCommand> commands, Reply[] replies) {
        for (int i = 0; i < replies.length; i++) {
            RedisCommand command = commands.get(i);
            JedisRedirectionException elsewhere = redirection(command, replies[i]);
            for (int n = 0; n < MAX_REDIRECTIONS && elsewhere != null; n++) {
                replies[i] = redirected(elsewhere, command);
                elsewhere = redirection(command, replies[i]);
            }
        }
    }

    /** The redirection to follow; {@code null} if there is none. A script that needs the whole slot waits until that has moved. */
    private static JedisRedirectionException redirection(RedisCommand command, Reply reply) {
        return reply != null && reply.error() != null
                && reply.error().getCause() instanceof JedisRedirectionException elsewhere
                && !(elsewhere instanceof JedisAskDataException && command.needsWholeSlot()) ? elsewhere : null;
    }

    private Reply redirected(JedisRedirectionException elsewhere, RedisCommand command) {
        HostAndPort target = connections.isCluster() ? elsewhere.getTargetNode() : null;
        NodeExchange exchange = new NodeExchange(target, List.of(command), List.of(0));
        Reply[] reply = new Reply[1];
        exchange.start(connections.calls(), begun -> begun.replies()[0] = sendTo(elsewhere.getTargetNode(),
                elsewhere instanceof JedisAskDataException, command, () -> begun.begin(1)));
        exchange.await(connections.calls(), reply);
        return reply[0];
    }

    /** @param begin whether the command is still to be sent when there is a connection */
    private Reply sendTo(HostAndPort target, boolean asking, RedisCommand command, BooleanSupplier begin) {
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
            if (RedisErrors.isReadOnly(e)) {
                leave(connection);
            }
            return new Reply(null, refused(command, e));
        } catch (JedisConnectionException e) {
            leave(connection);
            return new Reply(null, sent
                    ? new AmbiguousResultException("Redis did not answer " + command + ": " + e.getMessage(), e)
                    : new BrokerUnavailableException(command + " was not sent: " + e.getMessage(), e));
        } catch (RuntimeException | Error e) {
            connection.setBroken();
            throw e;
        } finally {
            connections.release(connection);
        }
    }

    private BrokerException refused(RedisCommand command, JedisDataException e) {
        return e instanceof JedisMovedDataException && !connections.isCluster()
                ? new BrokerException("Redis refused " + command + ": " + e.getMessage()
                        + ". It is a node of a Cluster, whose URL begins with redis-cluster://", e)
                : RedisErrors.refused(command.toString(), e);
    }

    /** The connection must not be used again: it is broken, or leads to a former master. */
    private void leave(Connection connection) {
        connection.setBroken();
        connections.suspectMaster();
    }
}

package io.github.asynqee.internal.redis.connection;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.outage.FailureLog;
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

/**
 * Sends calls and reads their replies. A call that Redis has certainly not executed is sent again where that helps: as
 * full text after {@code NOSCRIPT}, to another node after a redirection. A call that Redis may have executed is never
 * sent again.
 */
public final class RedisExecutor {

    /** So many calls are sent before their replies are read. */
    private static final int PIPELINE = 64;
    private static final int MAX_REDIRECTIONS = 5;

    private final RedisConnections nodes;
    private final RedisClock time;

    public RedisExecutor(RedisConnections nodes, RedisClock time) {
        this.nodes = nodes;
        this.time = time;
    }

    /** A reply, or the exception that stands for it. */
    public record Reply(Object value, BrokerException error) {

        public Object get() {
            if (error != null) {
                throw error;
            }
            return value;
        }
    }

    /** Sends one call and returns the reply: bytes, a {@code Long}, a list of such, or {@code null}. */
    public Object send(RedisCommand call) {
        return send(List.of(call)).get(0).get();
    }

    /** Sends calls in as few round trips as possible; those to one node arrive in the given order. */
    public List<Reply> send(List<RedisCommand> calls) {
        Reply[] replies = new Reply[calls.size()];
        Map<String, List<Integer>> byNode = new LinkedHashMap<>();
        for (int i = 0; i < replies.length; i++) {
            byNode.computeIfAbsent(nodes.node(calls.get(i).routingKey()), node -> new ArrayList<>()).add(i);
        }
        for (List<Integer> positions : byNode.values()) {
            for (int from = 0; from < positions.size(); from += PIPELINE) {
                List<Integer> chunk = positions.subList(from, Math.min(from + PIPELINE, positions.size()));
                sendToNode(calls, chunk, replies);
            }
        }
        return List.of(replies);
    }

    /** Makes a connection, by which the time is measured. */
    public void measureTime() {
        Connection connection;
        try {
            connection = nodes.borrow((String) null);
        } catch (BrokerUnavailableException e) {
            notConnected(null, e);
            throw e;
        }
        try {
            time.measureIfDue(connection);
        } finally {
            nodes.giveBack(connection);
        }
    }

    private void sendToNode(List<RedisCommand> calls, List<Integer> positions, Reply[] replies) {
        Connection connection;
        try {
            connection = nodes.borrow(calls.get(positions.get(0)).routingKey());
        } catch (BrokerUnavailableException e) {
            notConnected(calls.get(positions.get(0)).routingKey(), e);
            nodes.refresh();
            positions.forEach(i -> replies[i] = new Reply(null, e));
            return;
        }
        List<Integer> redirected = new ArrayList<>();
        try {
            time.measureIfDue(connection);
            List<Integer> unknownScript = exchange(connection, calls, positions, false, replies, redirected);
            if (!unknownScript.isEmpty()) {
                exchange(connection, calls, unknownScript, true, replies, redirected);
            }
        } finally {
            nodes.giveBack(connection);
        }
        report(calls, positions, replies);
        if (!redirected.isEmpty()) {
            nodes.refresh();
            redirected.forEach(i -> replies[i] = follow(calls.get(i), replies[i]));
        }
    }

    /** No connection could be made, or none was free. Without a key another node of a cluster may do. */
    private void notConnected(String key, BrokerUnavailableException e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        if (root != e) {
            // the client library tries each address of a host and keeps the failures as suppressed ones
            Throwable first = root.getSuppressed().length == 0 ? root : root.getSuppressed()[0];
            boolean certain = first instanceof IOException && (key != null || !nodes.isCluster());
            nodes.outages().failed(nodes.outageNode(key), certain, first.getMessage());
        }
    }

    /** Reports to the log of outages. Commands without key are executed by a node that is not ready for others. */
    private void report(List<RedisCommand> calls, List<Integer> positions, Reply[] replies) {
        String executed = null;
        for (int i : positions) {
            BrokerException error = replies[i].error();
            if (error != null && FailureLog.isOutage(error)
                    && !(error.getCause() instanceof JedisRedirectionException)) {
                // each node replies so if a part of the cluster is down
                String node = error.getMessage().contains("CLUSTERDOWN") ? ""
                        : nodes.outageNode(calls.get(i).routingKey());
                nodes.outages().failed(node, false, error.getMessage());
                return;
            }
            executed = calls.get(i).routingKey() == null ? executed : calls.get(i).routingKey();
        }
        if (executed != null && nodes.outages().isAnyFailing()) {
            nodes.outages().succeeded(nodes.outageNode(executed));
        }
    }

    /** One round trip; returns the positions of the calls whose script the server does not know. */
    private List<Integer> exchange(Connection connection, List<RedisCommand> calls, List<Integer> positions,
            boolean withText, Reply[] replies, List<Integer> redirected) {
        List<Integer> unknownScript = new ArrayList<>();
        int answered = 0;
        try {
            for (int i : positions) {
                RedisCommand call = calls.get(i);
                connection.sendCommand(
                        withText && call.isScript() ? call.toArgumentsWithText() : call.toArguments());
            }
            for (int i : positions) {
                try {
                    replies[i] = new Reply(connection.getOne(), null);
                } catch (JedisNoScriptException e) {
                    unknownScript.add(i);
                } catch (JedisDataException e) {
                    replies[i] = new Reply(null, refused(connection, calls.get(i), e));
                    if (e instanceof JedisRedirectionException) {
                        redirected.add(i);
                    }
                }
                answered++;
            }
        } catch (JedisException e) {
            connection.setBroken();
            for (int i : positions.subList(answered, positions.size())) {
                replies[i] = new Reply(null, new AmbiguousResultException(
                        "Redis did not answer " + calls.get(i) + ": " + e.getMessage(), e));
            }
            for (int i : unknownScript) {
                replies[i] = new Reply(null, new BrokerUnavailableException(
                        "Redis did not execute " + calls.get(i) + ": " + e.getMessage(), e));
            }
            return List.of();
        }
        return unknownScript;
    }

    /** Sends a call where the cluster says it belongs. */
    private Reply follow(RedisCommand call, Reply refused) {
        Reply reply = refused;
        for (int i = 0; i < MAX_REDIRECTIONS; i++) {
            if (reply.error() == null || !(reply.error().getCause() instanceof JedisRedirectionException elsewhere)) {
                return reply;
            }
            reply = sendTo(elsewhere.getTargetNode(), elsewhere instanceof JedisAskDataException, call);
        }
        return reply;
    }

    private Reply sendTo(HostAndPort target, boolean asking, RedisCommand call) {
        Connection connection;
        try {
            connection = nodes.borrow(target);
        } catch (BrokerUnavailableException e) {
            return new Reply(null, e);
        }
        try {
            // full text at once: a node asked for the first time does not know the script
            CommandArguments arguments = call.isScript() ? call.toArgumentsWithText() : call.toArguments();
            if (asking) {
                connection.executeCommand(Command.ASKING);
            }
            return new Reply(connection.executeCommand(arguments), null);
        } catch (JedisDataException e) {
            return new Reply(null, refused(connection, call, e));
        } catch (JedisConnectionException e) {
            connection.setBroken();
            return new Reply(null,
                    new AmbiguousResultException("Redis did not answer " + call + ": " + e.getMessage(), e));
        } finally {
            nodes.giveBack(connection);
        }
    }

    private static BrokerException refused(Connection connection, RedisCommand call, JedisDataException e) {
        if (RedisErrors.isReadOnly(e)) {
            // a former master: do not talk to it again
            connection.setBroken();
        }
        return RedisErrors.refused(call.toString(), e);
    }
}

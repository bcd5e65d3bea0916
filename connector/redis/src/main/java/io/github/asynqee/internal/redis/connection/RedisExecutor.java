package io.github.asynqee.internal.redis.connection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.internal.outage.Silence;
import io.github.asynqee.internal.outage.SlotMovingException;
import io.github.asynqee.internal.outage.SlotPauses;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Sends commands and reads their replies. A command that Redis did not execute is resent where possible: with the
 * script's text after {@code NOSCRIPT}, to another node after a redirection. A command that Redis may have executed is
 * never resent. A command that waits for the move of its slot is resent only by an executor that is {@link #patient}.
 */
public final class RedisExecutor {

    private static final int MAX_REDIRECTIONS = 5;

    private final RedisConnections connections;
    private final RedisClock clock;
    private final CommandMeter meter;
    private final MovingSlots moving;
    private final Duration patience;
    private final Confirmation confirmation;
    private final RoundTrips trips;

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
        this.trips = new RoundTrips(connections, clock, meter, confirmation);
    }

    /** Returns an executor whose commands wait for slots that are moving, for this time at most. */
    public RedisExecutor patient(Duration limit) {
        return new RedisExecutor(connections, clock, meter, moving, limit, confirmation);
    }

    /**
     * Returns an executor that confirms writes: the commands of each round trip to a node are followed by a request to
     * confirm them on the same connection. If Redis does not confirm a command, the value of its reply is a {@link
     * Confirmation.Unconfirmed}.
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

    /**
     * The Cluster node of a key, if the node is slow. A caller that also serves other nodes should not wait for it.
     *
     * @param key supplies the key; called only if any node is slow
     * @return the node's address; {@code null} if it is not slow
     */
    public String slowNode(Supplier<String> key) {
        if (!connections.isCluster() || !connections.calls().isAnySlow()) {
            return null;
        }
        HostAndPort node = connections.address(key.get());
        return connections.calls().isSlow(node) ? node.toString() : null;
    }

    /** Sends one command and returns the reply: bytes, a {@code Long}, a list of these, or {@code null}. */
    public Object send(RedisCommand command) {
        return send(List.of(command)).get(0).get();
    }

    /** Sends commands in as few round trips as possible; commands to one node keep their order. */
    public List<Reply> send(List<RedisCommand> commands) {
        StackRoom.require();
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

    /** Sends commands that a former master has refused, and not executed, to the new master. */
    private void sendToNewMaster(HostAndPort former, List<RedisCommand> commands, Reply[] replies) {
        List<Integer> refused = IntStream.range(0, replies.length)
                .filter(i -> RedisErrors.isReadOnly(replies[i].error()))
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
        try (Silence.Call call = connections.outages().silence().begin()) {
            Reply[] replies = exchange(commands);
            if (Stream.of(replies).anyMatch(Reply::isAnswer)) {
                call.answered();
            }
            return replies;
        }
    }

    private Reply[] exchange(List<RedisCommand> commands) {
        Reply[] replies = new Reply[commands.size()];
        Map<String, List<Integer>> byNode = new LinkedHashMap<>();
        for (int i = 0; i < replies.length; i++) {
            byNode.computeIfAbsent(connections.node(commands.get(i).routingKey()), node -> new ArrayList<>()).add(i);
        }
        List<NodeExchange> exchanges = new ArrayList<>();
        byNode.forEach((node, positions) -> exchanges
                .add(new NodeExchange(connections.callable(node, commands.get(positions.get(0)).routingKey()),
                        commands, positions)));
        exchanges.forEach(exchange -> exchange.start(connections.calls(), trips::send));
        awaitAll(exchanges, replies);
        follow(commands, replies);
        for (int i : waiting(replies)) {
            moving.refused(commands.get(i).routingKey(), replies[i].error().getMessage());
        }
        return replies;
    }

    /** Waits for all exchanges, even if one fails unexpectedly, so that none continues after the return. */
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

    /**
     * The addresses of the masters: all nodes of a Cluster that serve slots, otherwise the single server.
     *
     * @throws BrokerUnavailableException if none is reachable
     */
    public List<String> masters() {
        return connections.masters().stream().map(HostAndPort::toString).toList();
    }

    /**
     * Number of replicas known to the Sentinels, including unreachable replicas; empty without Sentinels, or if none
     * answers.
     */
    public OptionalInt replicasOfSentinel() {
        return connections.replicasOfSentinel();
    }

    /**
     * Sends a command that only reads and has no keys to one of the {@link #masters()}; a second time if the connection
     * was closed.
     */
    public Reply read(String master, RedisCommand command) {
        StackRoom.require();
        HostAndPort node = HostAndPort.from(master);
        Reply reply = trips.sendTo(node, false, command, () -> true);
        // the connection may have been idle and closed by Redis
        return reply.error() instanceof AmbiguousResultException ? trips.sendTo(node, false, command, () -> true)
                : reply;
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
        StackRoom.require();
        try (Silence.Call call = connections.outages().silence().begin()) {
            measure();
            call.answered();
        }
    }

    private void measure() {
        HostAndPort node = connections.callable("", null);
        if (node == null) {
            trips.measureTime(null);
            return;
        }
        NodeCalls.End end = connections.calls().start(node, () -> {
            trips.measureTime(node);
            return true;
        }).await();
        if (end != NodeCalls.End.DONE) {
            throw connections.calls().notSent(end, node, "TIME");
        }
    }

    /** Follows the redirections of commands, each as a call to the node that it leads to. */
    private void follow(List<RedisCommand> commands, Reply[] replies) {
        for (int i = 0; i < replies.length; i++) {
            RedisCommand command = commands.get(i);
            JedisRedirectionException elsewhere = RoundTrips.redirection(command, replies[i]);
            for (int n = 0; n < MAX_REDIRECTIONS && elsewhere != null; n++) {
                replies[i] = redirected(elsewhere, command);
                elsewhere = RoundTrips.redirection(command, replies[i]);
            }
        }
    }

    private Reply redirected(JedisRedirectionException elsewhere, RedisCommand command) {
        HostAndPort target = connections.isCluster() ? elsewhere.getTargetNode() : null;
        NodeExchange exchange = new NodeExchange(target, List.of(command), List.of(0));
        Reply[] reply = new Reply[1];
        exchange.start(connections.calls(), begun -> begun.replies()[0] = trips.sendTo(elsewhere.getTargetNode(),
                elsewhere instanceof JedisAskDataException, command, () -> begun.begin(1)));
        exchange.await(connections.calls(), reply);
        return reply[0];
    }
}

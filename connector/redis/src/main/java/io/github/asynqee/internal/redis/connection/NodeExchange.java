package io.github.asynqee.internal.redis.connection;

import java.util.List;
import java.util.function.Consumer;

import io.github.asynqee.redis.AmbiguousResultException;
import redis.clients.jedis.HostAndPort;

/** The commands of one call to {@link RedisExecutor} for one node, and their replies. */
final class NodeExchange {

    private final HostAndPort node;
    private final List<RedisCommand> commands;
    private final List<Integer> positions;
    private final Reply[] replies;
    private NodeCalls.Call call;
    /** How many of the commands may have been sent. */
    private int sent;
    private boolean abandoned;

    /** @param node the node of a cluster; {@code null} if there is only one server, or none is known */
    NodeExchange(HostAndPort node, List<RedisCommand> commands, List<Integer> positions) {
        this.node = node;
        this.commands = commands;
        this.positions = positions;
        this.replies = new Reply[commands.size()];
    }

    HostAndPort node() {
        return node;
    }

    List<RedisCommand> commands() {
        return commands;
    }

    List<Integer> positions() {
        return positions;
    }

    Reply[] replies() {
        return replies;
    }

    /** Begins the exchange: on this thread, or as a call to a node of a cluster that does not hang. */
    void start(NodeCalls calls, Consumer<NodeExchange> send) {
        if (node == null) {
            send.accept(this);
        } else if (!calls.isHung(node)) {
            call = calls.start(node, () -> {
                send.accept(this);
                return positions.stream().anyMatch(i -> replies[i] != null && replies[i].isAnswer());
            });
        }
    }

    /** Begins to send, up to a number of commands; returns false if the caller no longer waits. */
    synchronized boolean begin(int upTo) {
        if (!abandoned) {
            sent = upTo;
        }
        return !abandoned;
    }

    /** Waits for the replies and passes them on. A command without reply that may have been sent is ambiguous. */
    void await(NodeCalls calls, Reply[] all) {
        NodeCalls.End end = node == null ? NodeCalls.End.DONE : call == null ? NodeCalls.End.HUNG : call.await();
        if (end == NodeCalls.End.DONE) {
            positions.forEach(i -> all[i] = replies[i]);
            return;
        }
        int begun = abandon();
        for (int i = 0; i < positions.size(); i++) {
            Reply reply = replies[positions.get(i)];
            RedisCommand command = commands.get(positions.get(i));
            all[positions.get(i)] = reply != null ? reply
                    : new Reply(null, i < begun ? unanswered(command)
                            : calls.notSent(end, node, command.toString()));
        }
    }

    private synchronized int abandon() {
        abandoned = true;
        return sent;
    }

    private AmbiguousResultException unanswered(RedisCommand command) {
        return new AmbiguousResultException("node " + node + " of the cluster does not answer " + command
                + ", nor a PING on another connection", null);
    }
}

package io.github.asynqee.internal.redis.connection;

import java.io.IOException;
import java.util.List;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.outage.SlotMovingException;
import io.github.asynqee.internal.outage.UnansweredCommands;
import io.github.asynqee.internal.outage.WriteRefusals;
import io.github.asynqee.internal.outage.WritesRefusedException;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Reports which nodes can be reached, and which refuse writes, by the replies to commands. */
final class NodeReports {

    private final RedisConnections connections;

    NodeReports(RedisConnections connections) {
        this.connections = connections;
    }

    /**
     * No connection could be made, or none was free. A command without a key can be sent to another node of a Cluster;
     * a command whose node is unknown is sent to any node.
     */
    void notConnected(String key, BrokerUnavailableException e) {
        if (e.getCause() != null && !connections.isClosed()) {
            Throwable cause = RedisErrors.cause(e);
            String node = connections.outageNode(key);
            boolean certain = cause instanceof IOException && (!node.isEmpty() || !connections.isCluster());
            connections.outages().failed(node, certain,
                    connections.explained(RedisErrors.reason(cause)));
        }
    }

    /** Reports to the log of outages. Commands without key are executed by a node that is not ready for others. */
    void executed(List<RedisCommand> commands, List<Integer> positions, Reply[] replies) {
        writes(commands, positions, replies);
        unanswered(commands, positions, replies);
        String executed = null;
        for (int i : positions) {
            BrokerException error = replies[i].error();
            if (error != null && FailureLog.isOutage(error)
                    && !(error instanceof SlotMovingException)
                    && !(error.getCause() instanceof JedisRedirectionException)) {
                // every node sends this reply if a part of the cluster is down
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

    /**
     * Reports the first command without a reply. Its connection is broken, which says nothing about the next commands.
     */
    private void unanswered(List<RedisCommand> commands, List<Integer> positions, Reply[] replies) {
        UnansweredCommands unanswered = connections.outages().unanswered();
        for (int i : positions) {
            RedisCommand command = commands.get(i);
            if (replies[i].error() instanceof AmbiguousResultException broken) {
                if (RedisErrors.isClosed(broken)) {
                    unanswered.failed(connections.outageNode(command.routingKey()), command.toString(),
                            broken.getCause().getMessage());
                }
                return;
            } else if (unanswered.isAny() && replies[i].error() == null) {
                unanswered.answered(connections.outageNode(command.routingKey()), command.toString());
            }
        }
    }

    private void writes(List<RedisCommand> commands, List<Integer> positions, Reply[] replies) {
        WriteRefusals refusals = connections.outages().writes();
        for (int i : positions) {
            if (replies[i].error() instanceof WritesRefusedException refused) {
                refusals.refused(connections.outageNode(commands.get(i).routingKey()), commands.get(i).toString(),
                        refused);
            } else if (refusals.isAny() && replies[i].error() == null) {
                refusals.accepted(connections.outageNode(commands.get(i).routingKey()), commands.get(i).toString());
            }
        }
    }
}

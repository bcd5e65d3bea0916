package io.github.asynqee.server.topology;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.asynqee.testkit.EmbeddedRedis;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Moves slots between the masters of a cluster, key by key, as its tools do. */
final class Resharding {

    private static final int KEYS_AT_ONCE = 20;
    private static final int TIMEOUT_MILLIS = 5_000;

    private final List<EmbeddedRedis> nodes;

    Resharding(List<EmbeddedRedis> nodes) {
        this.nodes = nodes;
    }

    static int slotOf(String queue) {
        return JedisClusterCRC16.getSlot("asynq:{" + queue + "}:pending");
    }

    /** The master of a slot, by what a running node knows. */
    EmbeddedRedis masterOf(int slot) {
        EmbeddedRedis asked = nodes.stream().filter(EmbeddedRedis::isRunning).findFirst().orElseThrow();
        try (Jedis jedis = new Jedis(asked.host(), asked.port())) {
            for (String line : jedis.clusterNodes().split("\n")) {
                String[] fields = line.split(" ");
                if (fields[2].contains("master") && !fields[2].contains("fail") && serves(fields, slot)) {
                    int port = Integer.parseInt(fields[1].replaceAll(".*:(\\d+)@.*", "$1"));
                    return nodes.stream().filter(node -> node.port() == port).findFirst().orElseThrow();
                }
            }
        }
        throw new IllegalStateException("no master serves slot " + slot);
    }

    private static boolean serves(String[] fields, int slot) {
        for (int i = 8; i < fields.length; i++) {
            String[] range = fields[i].split("-");
            if (!fields[i].startsWith("[") && Integer.parseInt(range[0]) <= slot
                    && slot <= Integer.parseInt(range[range.length - 1])) {
                return true;
            }
        }
        return false;
    }

    /** Moves one slot with its keys; returns how many keys it had. */
    int move(int slot, EmbeddedRedis from, EmbeddedRedis to) {
        int moved = 0;
        Map<EmbeddedRedis, Jedis> connections = nodes.stream().filter(EmbeddedRedis::isRunning)
                .collect(Collectors.toMap(node -> node, node -> new Jedis(node.host(), node.port(), 20_000)));
        try {
            Jedis source = connections.get(from);
            Jedis target = connections.get(to);
            String targetId = target.clusterMyId();
            target.clusterSetSlotImporting(slot, source.clusterMyId());
            source.clusterSetSlotMigrating(slot, targetId);
            for (List<String> keys = source.clusterGetKeysInSlot(slot, KEYS_AT_ONCE); !keys.isEmpty(); keys = source
                    .clusterGetKeysInSlot(slot, KEYS_AT_ONCE)) {
                moved += keys.size();
                source.migrate(to.host(), to.port(), TIMEOUT_MILLIS, new MigrateParams(),
                        keys.toArray(String[]::new));
            }
            target.clusterSetSlotNode(slot, targetId);
            source.clusterSetSlotNode(slot, targetId);
            return moved;
        } finally {
            connections.values().forEach(Jedis::close);
        }
    }
}

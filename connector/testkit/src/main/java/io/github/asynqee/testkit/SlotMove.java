package io.github.asynqee.testkit;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.MigrateParams;
import redis.clients.jedis.util.JedisClusterCRC16;

/**
 * Moves a slot of a Redis Cluster to another master, some keys at a time, as the tools of Redis do. Between two steps a part of
 * the keys is on each node. Not thread-safe; several slots can move at once.
 */
public final class SlotMove implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 20_000;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final List<EmbeddedRedis> nodes;
    private final int slot;
    private final EmbeddedRedis to;
    private final Jedis source;
    private final Jedis target;
    private int moved;

    private SlotMove(List<EmbeddedRedis> nodes, int slot, EmbeddedRedis from, EmbeddedRedis to) {
        this.nodes = nodes;
        this.slot = slot;
        this.to = to;
        source = Connections.patient(from);
        target = Connections.patient(to);
    }

    /**
     * The slot of a key.
     *
     * @param key the key, with its hash tag
     * @return the slot
     */
    public static int slotOf(String key) {
        return JedisClusterCRC16.getSlot(key);
    }

    /**
     * The master that serves a slot, by its own word.
     *
     * @param nodes all nodes of the cluster; those that do not run are not asked
     * @param slot the slot
     * @return the node
     * @throws IllegalStateException if no node serves it
     */
    public static EmbeddedRedis masterOf(List<EmbeddedRedis> nodes, int slot) {
        return nodes.stream().filter(EmbeddedRedis::isRunning).filter(node -> serves(node, slot)).findFirst()
                .orElseThrow(() -> new IllegalStateException("no master serves slot " + slot));
    }

    /** Whether a node is a master. */
    static boolean isMaster(EmbeddedRedis node) {
        return line(node).map(fields -> fields[2].contains("master")).orElse(false);
    }

    private static boolean serves(EmbeddedRedis node, int slot) {
        return line(node).filter(fields -> fields[2].contains("master")).stream()
                .flatMap(fields -> Arrays.stream(fields).skip(8)).filter(range -> !range.startsWith("["))
                .map(range -> range.split("-"))
                .anyMatch(range -> Integer.parseInt(range[0]) <= slot
                        && slot <= Integer.parseInt(range[range.length - 1]));
    }

    /** The masters with their epochs and slots, as a node knows them. */
    private static List<String> knownMasters(EmbeddedRedis node) {
        try (Jedis jedis = Connections.patient(node)) {
            return jedis.clusterNodes().lines().map(line -> line.split(" "))
                    .filter(fields -> fields[2].contains("master"))
                    .map(fields -> fields[0] + " " + fields[6] + Arrays.stream(fields).skip(8)
                            .filter(range -> !range.startsWith("[")).toList())
                    .sorted().toList();
        }
    }

    /** What a node says of itself. */
    private static Optional<String[]> line(EmbeddedRedis node) {
        try (Jedis jedis = Connections.patient(node)) {
            return jedis.clusterNodes().lines().map(line -> line.split(" "))
                    .filter(fields -> fields[2].contains("myself")).findFirst();
        }
    }

    /**
     * Begins to move a slot: no key has moved yet.
     *
     * @param nodes all nodes of the cluster
     * @param slot the slot
     * @param to a master that does not serve it
     * @return the move, to be continued by {@link #step} and ended by {@link #end}
     */
    public static SlotMove begin(List<EmbeddedRedis> nodes, int slot, EmbeddedRedis to) {
        SlotMove move = new SlotMove(nodes, slot, masterOf(nodes, slot), to);
        move.target.clusterSetSlotImporting(slot, move.source.clusterMyId());
        move.source.clusterSetSlotMigrating(slot, move.target.clusterMyId());
        return move;
    }

    /**
     * Moves some keys.
     *
     * @param keys how many
     * @return whether there were any
     */
    public boolean step(int keys) {
        List<String> next = source.clusterGetKeysInSlot(slot, keys);
        if (!next.isEmpty()) {
            source.migrate(to.host(), to.port(), TIMEOUT_MILLIS, new MigrateParams(), next.toArray(String[]::new));
            moved += next.size();
        }
        return !next.isEmpty();
    }

    /**
     * Moves the keys that are left, and the slot.
     *
     * @param keys how many at a time
     * @return how many keys the slot had
     */
    public int end(int keys) {
        while (step(keys)) {
            continue;
        }
        String id = target.clusterMyId();
        target.clusterSetSlotNode(slot, id);
        source.clusterSetSlotNode(slot, id);
        List<EmbeddedRedis> masters = nodes.stream().filter(EmbeddedRedis::isRunning).filter(SlotMove::isMaster)
                .toList();
        for (EmbeddedRedis node : masters) {
            try (Jedis other = Connections.patient(node)) {
                other.clusterSetSlotNode(slot, id);
            }
        }
        // if the slot moved on before all masters know each other's epochs, it could be without a master in the end
        Await.until("all masters agree on slot " + slot, LIMIT,
                () -> masters.stream().map(SlotMove::knownMasters).distinct().count() == 1);
        close();
        return moved;
    }

    /** Leaves the move as it is. */
    @Override
    public void close() {
        source.close();
        target.close();
    }
}

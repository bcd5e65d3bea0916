package io.github.asynqee.server.faults;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.testkit.EmbeddedRedis;
import redis.clients.jedis.Jedis;

/**
 * The resources of a node that runs alone and without load, in its memory and in Redis.
 *
 * @param threads of its Java
 * @param classes of its Java, in all class loaders
 * @param connections to all servers of Redis
 * @param keys in Redis
 */
record Holdings(int threads, int classes, int connections, long keys) {

    /** Pools of the server may grow by some. */
    private static final int MORE_THREADS = 20;
    /** Fewer than an application has. */
    private static final int MORE_CLASSES = 1_000;
    /**
     * Pools open some connections on demand, to each node. A leak of one application shows only after more
     * redeployments than CI does.
     */
    private static final int MORE_CONNECTIONS = 15;
    /** Tasks of ticks that wait or run. */
    private static final int MORE_KEYS = 40;

    static Holdings of(Node node, FaultyRedis redis) throws IOException, InterruptedException {
        int connections = 0;
        long keys = 0;
        for (EmbeddedRedis server : redis.nodes().get()) {
            try (Jedis jedis = FaultyRedis.connection(server)) {
                connections += (int) jedis.clientList().lines().count();
                keys += jedis.dbSize();
            }
        }
        Node.Memory memory = node.memory();
        return new Holdings(memory.threads(), memory.classes(), connections, keys);
    }

    /** What there is more of than at an earlier time, by more than may be. */
    List<String> grownSince(Holdings before) {
        List<String> grown = new ArrayList<>();
        compare("threads", before.threads, threads, MORE_THREADS, grown);
        compare("classes", before.classes, classes, MORE_CLASSES, grown);
        compare("connections", before.connections, connections, MORE_CONNECTIONS, grown);
        compare("keys", before.keys, keys, MORE_KEYS, grown);
        return grown;
    }

    private static void compare(String what, long before, long now, int more, List<String> grown) {
        if (now > before + more) {
            grown.add(what + ": " + before + ", now " + now);
        }
    }
}

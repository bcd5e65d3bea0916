package io.github.asynqee.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import redis.clients.jedis.Jedis;

/**
 * All tasks of asynq in a Redis, read key by key without any of asynq's own code, and what is wrong with them. Only meaningful
 * while nothing changes them.
 */
public final class StoredState {

    private static final Pattern KEY = Pattern.compile("asynq:\\{([^}]+)\\}:(.*)", Pattern.DOTALL);

    private final Map<String, QueueContent> queues = new TreeMap<>();
    private final List<String> violations = new ArrayList<>();

    private StoredState() {}

    /**
     * Reads a Redis.
     *
     * @param nodes its servers; of a cluster all nodes, of which the masters are read
     * @return the state
     */
    public static StoredState of(List<EmbeddedRedis> nodes) {
        StoredState state = new StoredState();
        Map<String, Integer> ports = new HashMap<>();
        for (EmbeddedRedis node : nodes) {
            if (node.isRunning() && (nodes.size() == 1 || SlotMove.isMaster(node))) {
                try (Jedis jedis = Connections.patient(node)) {
                    for (String key : jedis.keys("asynq:*")) {
                        Integer other = ports.put(key, node.port());
                        if (other != null) {
                            state.violations.add(key + " is on the nodes " + other + " and " + node.port());
                        }
                        state.read(jedis, key);
                    }
                }
            }
        }
        state.queues.values().forEach(queue -> state.violations.addAll(queue.violations()));
        return state;
    }

    private void read(Jedis node, String key) {
        Matcher parts = KEY.matcher(key);
        if (parts.matches()) {
            queues.computeIfAbsent(parts.group(1), QueueContent::new).read(node, key, parts.group(2));
        }
    }

    /**
     * The tasks of a queue.
     *
     * @param queue the queue's name
     * @return the ID of each task with the state in its hash
     */
    public Map<String, String> tasks(String queue) {
        QueueContent content = queues.get(queue);
        return content == null ? Map.of() : content.states();
    }

    /**
     * What is wrong.
     *
     * @return one line for each task that is in no collection, or in several, or not in that of its state; each ID
     *         without a task, lease without an active task, group that is not listed, lock without a task that waits or runs,
     *         counter that differs from the sum of its days, and key that is on two nodes; empty if all is right
     */
    public List<String> violations() {
        return List.copyOf(violations);
    }
}

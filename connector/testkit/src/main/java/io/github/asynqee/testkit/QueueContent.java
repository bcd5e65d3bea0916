package io.github.asynqee.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import redis.clients.jedis.Jedis;

/** The keys of a queue. */
final class QueueContent {

    private final String name;
    /** The state and the unique key of each hash by the task's ID. */
    private final Map<String, List<String>> hashes = new TreeMap<>();
    /** The collections of each ID; an ID that is in one twice has it twice. */
    private final Map<String, List<String>> collections = new TreeMap<>();
    private final Map<String, List<String>> groupKeys = new HashMap<>();
    private final Map<String, String> locks = new TreeMap<>();
    private final Map<String, Long> counters = new HashMap<>();
    private final Set<String> groups = new HashSet<>();
    private final Set<String> staged = new HashSet<>();
    private final Set<String> leased = new HashSet<>();
    private final List<String> violations = new ArrayList<>();

    QueueContent(String name) {
        this.name = name;
    }

    void read(Jedis node, String key, String suffix) {
        switch (suffix) {
            case "pending", "active" -> node.lrange(key, 0, -1).forEach(id -> add(id, suffix));
            case "scheduled", "retry", "archived", "completed" ->
                node.zrange(key, 0, -1).forEach(id -> add(id, suffix));
            case "lease" -> leased.addAll(node.zrange(key, 0, -1));
            case "groups" -> groups.addAll(node.smembers(key));
            case "aggregation_sets" -> staged.addAll(node.zrange(key, 0, -1));
            default -> readOther(node, key, suffix);
        }
    }

    private void readOther(Jedis node, String key, String suffix) {
        if (suffix.startsWith("t:")) {
            List<String> fields = node.hmget(key, "state", "unique_key");
            hashes.put(suffix.substring(2), fields);
        } else if (suffix.startsWith("g:")) {
            groupKeys.put(key, node.zrange(key, 0, -1));
        } else if (suffix.startsWith("unique:")) {
            locks.put(key, node.get(key));
            check(node.ttl(key) >= 0, "lock " + key + " never expires");
        } else if (suffix.matches("(processed|failed)(:.*)?")) {
            counters.put(suffix, Long.parseLong(node.get(key)));
        }
    }

    private void add(String id, String collection) {
        collections.computeIfAbsent(id, one -> new ArrayList<>()).add(collection);
    }

    private void check(boolean holds, String violation) {
        if (!holds) {
            violations.add("queue " + name + ": " + violation);
        }
    }

    Map<String, String> states() {
        Map<String, String> states = new TreeMap<>();
        hashes.forEach((id, fields) -> states.put(id, String.valueOf(fields.get(0))));
        return states;
    }

    List<String> violations() {
        addGroups();
        collections.forEach(this::checkCollections);
        hashes.keySet().forEach(id -> check(collections.containsKey(id), "task " + id + " is in no collection"));
        leased.forEach(id -> check(collections.getOrDefault(id, List.of()).contains("active"),
                "task " + id + " has a lease, but is not active"));
        locks.forEach(this::checkLock);
        checkCounter("processed");
        checkCounter("failed");
        return violations;
    }

    private void addGroups() {
        groupKeys.forEach((key, ids) -> {
            String group = key.substring(key.indexOf("}:g:") + "}:g:".length());
            check(staged.contains(key) || groups.contains(group), "group " + key + " is not listed");
            ids.forEach(id -> add(id, "aggregating"));
        });
    }

    private void checkCollections(String id, List<String> in) {
        check(in.size() == 1, "task " + id + " is in " + in);
        List<String> hash = hashes.get(id);
        check(hash != null, "task " + id + " is in " + in + ", but has no hash");
        check(hash == null || in.contains(hash.get(0)),
                "task " + id + " of state " + (hash == null ? null : hash.get(0)) + " is in " + in);
        check(!in.contains("active") || leased.contains(id), "task " + id + " is active without a lease");
    }

    /** It is held until its task has ended, and by a task that is kept as archived. */
    private void checkLock(String key, String id) {
        List<String> holder = hashes.get(id);
        String held = "lock " + key + " is held by " + id;
        check(holder != null, held + ", which does not exist");
        if (holder != null) {
            check(!"completed".equals(holder.get(0)), held + ", which has ended");
            check(holder.get(1) == null || holder.get(1).equals(key), held + ", which has another one");
        }
    }

    private void checkCounter(String counter) {
        long days = counters.entrySet().stream().filter(one -> one.getKey().startsWith(counter + ":"))
                .mapToLong(Map.Entry::getValue).sum();
        check(counters.getOrDefault(counter, 0L) == days,
                counter + " is " + counters.get(counter) + ", the sum of its days " + days);
    }
}

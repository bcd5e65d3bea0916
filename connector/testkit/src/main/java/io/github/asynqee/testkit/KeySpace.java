package io.github.asynqee.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.resps.Tuple;

/**
 * All keys of a Redis with their elements in their order, each as text; the last one is the expiry. Without the keys of the
 * console, and without private fields, as the mark of a run.
 */
public final class KeySpace {

    private static final String CONSOLE = "asynq:console:";
    private static final String PRIVATE = "asynqee:";

    private final Map<String, List<String>> keys;

    private KeySpace(Map<String, List<String>> keys) {
        this.keys = keys;
    }

    /** Reads a Redis. */
    public static KeySpace of(Jedis redis) {
        List<String> names = redis.keys("*").stream().filter(key -> !key.startsWith(CONSOLE)).sorted().toList();
        Pipeline first = redis.pipelined();
        List<Response<String>> types = names.stream().map(first::type).toList();
        List<Response<Long>> lives = names.stream().map(first::ttl).toList();
        first.sync();
        Pipeline second = redis.pipelined();
        List<Supplier<List<String>>> elements = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            elements.add(elements(second, types.get(i).get(), names.get(i)));
        }
        second.sync();
        Map<String, List<String>> keys = new TreeMap<>();
        for (int i = 0; i < names.size(); i++) {
            List<String> all = new ArrayList<>(elements.get(i).get());
            all.add("expires in hours: " + Math.round(lives.get(i).get() / 3_600.0));
            keys.put(names.get(i), all);
        }
        return new KeySpace(keys);
    }

    private static Supplier<List<String>> elements(Pipeline pipeline, String type, String key) {
        switch (type) {
            case "string" :
                Response<String> text = pipeline.get(key);
                return () -> List.of(text.get());
            case "list" :
                Response<List<String>> list = pipeline.lrange(key, 0, -1);
                return list::get;
            case "set" :
                Response<Set<String>> set = pipeline.smembers(key);
                return () -> set.get().stream().sorted().toList();
            case "zset" :
                Response<List<Tuple>> zset = pipeline.zrangeWithScores(key, 0, -1);
                return () -> zset.get().stream().map(tuple -> tuple.getElement() + " " + tuple.getScore()).toList();
            default :
                Response<Map<String, String>> hash = pipeline.hgetAll(key);
                return () -> hash.get().entrySet().stream().filter(field -> !field.getKey().startsWith(PRIVATE))
                        .map(Object::toString).sorted().toList();
        }
    }

    /** The differences as text; empty if there are none. */
    public String differences(KeySpace other) {
        Set<String> all = new TreeSet<>(keys.keySet());
        all.addAll(other.keys.keySet());
        return all.stream().filter(key -> !Objects.equals(keys.get(key), other.keys.get(key)))
                .map(key -> key + ": " + keys.get(key) + " / " + other.keys.get(key))
                .collect(Collectors.joining("\n"));
    }

    /**
     * What is not as it must be after a change of some {@linkplain StoredQueue stored} tasks, as text; empty if all is: they, and
     * nothing else, are in another state.
     *
     * @param before all data before the change
     * @param changed the IDs of the tasks
     * @param state the state that they must have, {@code null} if they must not exist
     */
    public String wrongAfter(KeySpace before, Set<String> changed, String state) {
        List<String> wrong = new ArrayList<>();
        String others = without(changed).differences(before.without(changed));
        if (!others.isEmpty()) {
            wrong.add(others);
        }
        for (String id : changed) {
            String prefix = "asynq:{" + id.substring(0, id.indexOf('/')) + "}:";
            Set<String> right = state == null ? Set.of() : Set.of(prefix + state, prefix + "unique:" + id,
                    prefix + "t:" + id);
            Set<String> places = places(id);
            if (!places.equals(right)) {
                wrong.add(id + " is in " + places);
            } else if (state != null && !keys.get(prefix + "t:" + id).contains("state=" + state)) {
                wrong.add(id + " is " + keys.get(prefix + "t:" + id));
            }
        }
        return String.join("\n", wrong);
    }

    /** The keys that a task has or is in. */
    private Set<String> places(String id) {
        return keys.entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(":t:" + id)
                        || entry.getValue().stream().anyMatch(element -> isOf(element, id)))
                .map(Map.Entry::getKey).collect(Collectors.toSet());
    }

    private static boolean isOf(String element, String id) {
        return element.equals(id) || element.startsWith(id + " ");
    }

    /** Without some tasks: their hashes, elements and locks, and what is empty then. */
    private KeySpace without(Set<String> ids) {
        Map<String, List<String>> left = new TreeMap<>();
        keys.forEach((key, elements) -> {
            boolean own = ids.contains(key.replaceAll(".*}:(t|unique):", ""));
            List<String> others = elements.stream().filter(element -> !ids.contains(element.split(" ")[0])).toList();
            if (!own && others.size() > 1) {
                left.put(key, others);
            }
        });
        // the names of groups that have tasks
        left.replaceAll((key, elements) -> !key.endsWith(":groups") ? elements
                : elements.stream().filter(group -> left.containsKey(key.replace(":groups", ":g:" + group))).toList());
        return new KeySpace(left);
    }
}

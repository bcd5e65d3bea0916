package io.github.asynqee.record;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.record.Value.Type;

/** The states of all tasks of a key space, as {@code docs/specification} has them. */
final class TaskStates {

    /** There is no such task. */
    static final String NONE = "none";

    /** Its collections, its hash and its lease do not agree. */
    static final String DAMAGED = "damaged";

    private static final String ACTIVE = "active";
    private static final Pattern KEY = Pattern.compile(
            "asynq:\\{(.*)}:(pending|active|scheduled|retry|archived|completed|lease|[gt]:.*)", Pattern.DOTALL);

    private final Map<String, List<String>> collections = new HashMap<>();
    private final Map<String, Value> hashes = new HashMap<>();
    private final Set<String> leased = new HashSet<>();

    private TaskStates() {}

    /** The state of each task that there is, by the key of its hash. */
    static Map<String, String> of(Space space) {
        TaskStates states = new TaskStates();
        for (String key : space.keys()) {
            Matcher matcher = KEY.matcher(key);
            if (matcher.matches()) {
                states.add(key, "asynq:{" + matcher.group(1) + "}:t:", matcher.group(2), space.value(key));
            }
        }
        return states.all();
    }

    private void add(String key, String hash, String name, Value value) {
        if (name.startsWith("t:")) {
            hashes.put(key, value);
        } else if (name.equals("lease")) {
            value.scores().keySet().forEach(id -> leased.add(hash + id));
        } else if (name.startsWith("g:")) {
            list(hash, "aggregating", value.scores().keySet());
        } else {
            list(hash, name, value.type() == Type.LIST ? value.list() : value.scores().keySet());
        }
    }

    private void list(String hash, String state, Collection<String> ids) {
        ids.forEach(id -> collections.computeIfAbsent(hash + id, key -> new ArrayList<>()).add(state));
    }

    private Map<String, String> all() {
        Set<String> tasks = new HashSet<>(collections.keySet());
        tasks.addAll(hashes.keySet());
        tasks.addAll(leased);
        Map<String, String> states = new TreeMap<>();
        tasks.forEach(task -> states.put(task, state(task)));
        return states;
    }

    private String state(String task) {
        List<String> of = collections.getOrDefault(task, List.of());
        Value hash = hashes.get(task);
        if (of.size() != 1 || hash == null || !hash.fields().containsKey("msg")) {
            return DAMAGED;
        }
        String state = of.get(0);
        boolean agree = state.equals(hash.fields().get("state")) && leased.contains(task) == state.equals(ACTIVE);
        return agree ? state : DAMAGED;
    }
}

package io.github.asynqee.internal.metrics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Objects by name. At most {@link #MAX} names have separate objects; all others share the object of the name {@link
 * #OTHER}. Thread-safe.
 */
final class BoundedMap<V> {

    /** The maximum number of names, besides {@link #OTHER}. */
    static final int MAX = 100;
    /** The name under which all further names are counted. */
    static final String OTHER = "other";

    private final Map<String, V> values = new ConcurrentHashMap<>();
    private final Function<String, V> creation;
    private final Consumer<V> onNew;

    BoundedMap(Function<String, V> creation, Consumer<V> onNew) {
        this.creation = creation;
        this.onNew = onNew;
    }

    V get(String name) {
        V known = values.get(name);
        return known != null ? known : add(name);
    }

    private synchronized V add(String name) {
        String used = values.size() < MAX || values.containsKey(name) ? name : OTHER;
        V known = values.get(used);
        if (known != null) {
            return known;
        }
        V created = creation.apply(used);
        values.put(used, created);
        onNew.accept(created);
        return created;
    }
}

package io.github.asynqee.internal.redis.tracking;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Reply;

/**
 * The tracked keys, and the keys that were read without tracking. A key is registered before it is read and removed
 * when its change is reported: a reply that arrives after the report is not cached, because its registration no longer
 * exists.
 */
final class TrackedKeys {

    private static final Logger LOG = System.getLogger(TrackedKeys.class.getName());

    private final Map<String, TrackedKey> tracked = new ConcurrentHashMap<>();
    private final Set<String> untracked = ConcurrentHashMap.newKeySet();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    void addListener(Consumer<String> onChange) {
        listeners.add(onChange);
    }

    void removeListener(Consumer<String> onChange) {
        listeners.remove(onChange);
    }

    /** The cached reply; {@code null} if the key must be read. */
    Reply reply(RedisCommand read) {
        TrackedKey key = tracked.get(read.routingKey());
        return key == null ? null : key.reply(read);
    }

    /** Drops a key, so that its changes are no longer reported. */
    void forget(String name) {
        tracked.remove(name);
        untracked.remove(name);
    }

    boolean isTracked(String name) {
        TrackedKey key = tracked.get(name);
        return key != null && !key.cachedReplies().isEmpty();
    }

    /** Registers a key before a connection reads it; the reply is cached in the returned object. */
    TrackedKey enter(String name, Object reader) {
        return tracked.compute(name, (same, known) -> {
            if (known != null && known.owner() == reader) {
                return known;
            }
            if (known != null) {
                // readers rely on values read by the former connection, whose changes may no longer be reported
                untracked.add(name);
            }
            return new TrackedKey(name, reader);
        });
    }

    /** Whether no change of a key was reported since its registration. */
    boolean isCurrent(TrackedKey key) {
        return tracked.get(key.name()) == key;
    }

    List<TrackedKey> of(Object owner) {
        return tracked.values().stream().filter(key -> key.owner() == owner).toList();
    }

    /** A connection received an invalidation message for a key. */
    void changed(String name, Object owner) {
        TrackedKey key = tracked.get(name);
        if (key != null && key.owner() == owner) {
            changed(key);
        }
    }

    /** Reports a key as changed, unless it was registered again since. */
    void changed(TrackedKey key) {
        if (tracked.remove(key.name(), key)) {
            report(key.name());
        }
    }

    /** Reports all keys of a connection as changed. */
    void allChanged(Object owner) {
        of(owner).forEach(this::changed);
    }

    /** Marks the keys of a connection as untracked without reporting them. */
    void untrack(Object owner) {
        for (TrackedKey key : of(owner)) {
            if (tracked.remove(key.name(), key)) {
                untracked.add(key.name());
            }
        }
    }

    /** Records that a key was read without tracking. */
    void addUntracked(String name) {
        untracked.add(name);
    }

    /** Reports the untracked keys that can be tracked from now on. */
    void reportUntracked(Predicate<String> canBeTracked) {
        for (String name : new ArrayList<>(untracked)) {
            if (canBeTracked.test(name) && untracked.remove(name)) {
                report(name);
            }
        }
    }

    boolean isAnyUntracked(Predicate<String> condition) {
        return untracked.stream().anyMatch(condition);
    }

    private void report(String name) {
        for (Consumer<String> listener : listeners) {
            try {
                listener.accept(name);
            } catch (RuntimeException | Error e) {
                LOG.log(Level.ERROR, "a listener threw an exception for the change of key " + name, e);
            }
        }
    }
}

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
import io.github.asynqee.internal.redis.connection.RedisExecutor.Reply;

/**
 * The keys whose changes are heard of, and those that have been read although they are not. A key is entered before it
 * is read and taken out when it is reported: a reply that arrives after the report of a change finds its entry gone and
 * is not kept.
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

    /** The reply that still holds; {@code null} if Redis must be asked. */
    Reply reply(RedisCommand read) {
        TrackedKey key = tracked.get(read.routingKey());
        return key == null ? null : key.reply(read);
    }

    boolean isTracked(String name) {
        TrackedKey key = tracked.get(name);
        return key != null && !key.kept().isEmpty();
    }

    /** To be called before a connection reads a key; the reply is to be kept in what is returned. */
    TrackedKey enter(String name, TrackedConnection reader) {
        return tracked.compute(name, (same, known) -> {
            if (known != null && known.owner() == reader) {
                return known;
            }
            if (known != null) {
                // other readers go by what the former connection has read and may never hear of again
                untracked.add(name);
            }
            return new TrackedKey(name, reader);
        });
    }

    /** Whether nothing has been heard of a key since it was entered. */
    boolean isCurrent(TrackedKey key) {
        return tracked.get(key.name()) == key;
    }

    List<TrackedKey> of(TrackedConnection owner) {
        return tracked.values().stream().filter(key -> key.owner() == owner).toList();
    }

    /** A connection heard that a key has changed. */
    void changed(String name, TrackedConnection owner) {
        TrackedKey key = tracked.get(name);
        if (key != null && key.owner() == owner) {
            changed(key);
        }
    }

    /** A key may have changed, unless it has been read anew since it was entered. */
    void changed(TrackedKey key) {
        if (tracked.remove(key.name(), key)) {
            report(key.name());
        }
    }

    /** All keys of a connection may have changed. */
    void allChanged(TrackedConnection owner) {
        of(owner).forEach(this::changed);
    }

    /** The keys of a connection are no longer heard of; nobody is told for now. */
    void untrack(TrackedConnection owner) {
        for (TrackedKey key : of(owner)) {
            if (tracked.remove(key.name(), key)) {
                untracked.add(key.name());
            }
        }
    }

    /** A key has been read, and its changes are not heard of. */
    void addUntracked(String name) {
        untracked.add(name);
    }

    /** Reports those of the keys read unheard that can be heard of from now on. */
    void reportUntracked(Predicate<String> canBeHeard) {
        for (String name : new ArrayList<>(untracked)) {
            if (canBeHeard.test(name) && untracked.remove(name)) {
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
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "a listener failed on the change of " + name, e);
            }
        }
    }
}

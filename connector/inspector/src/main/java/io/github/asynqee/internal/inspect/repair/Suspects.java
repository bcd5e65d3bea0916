package io.github.asynqee.internal.inspect.repair;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.protocol.QueueKeys;
import org.jspecify.annotations.Nullable;

/** Possible damage in a queue, to be checked one by one. */
final class Suspects {

    private final Map<String, Suspect> tasks = new LinkedHashMap<>();
    private final List<SuspectKey> keys = new ArrayList<>();

    /**
     * A task.
     *
     * @param id its ID
     * @param pending whether the ID was seen in the pending list: {@code in}, {@code out} or empty if unknown
     * @param pendingSince its {@code pending_since} when the ID was not seen
     * @param group a group or staged set that contains the ID, {@code null} if unknown
     */
    record Suspect(String id, String pending, String pendingSince, @Nullable GroupKey group) {}

    /**
     * A group or staged set.
     *
     * @param key its key
     * @param group the name of the group
     */
    record GroupKey(String key, String group) {

        private static final String SET_ID = ".*:\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}";

        static GroupKey of(QueueKeys keys, String key) {
            String name = key.substring(keys.groupPrefix().length());
            return new GroupKey(key, isSet(key) ? name.substring(0, name.lastIndexOf(':')) : name);
        }

        static boolean isSet(String key) {
            return key.matches("(?s)" + SET_ID);
        }
    }

    /**
     * A group, a staged set or a lock.
     *
     * @param damage the possible damage
     * @param key its key
     * @param name the group, or the holder of the lock
     */
    record SuspectKey(Damage damage, String key, String name) {}

    /** Adds a task in a collection that may not match its state. */
    void addTask(String id, boolean pending, @Nullable GroupKey group) {
        tasks.merge(id, new Suspect(id, pending ? "in" : "", "", group), Suspects::both);
    }

    /** Adds a pending task that was not seen in the pending list. */
    void addNotPending(String id, String pendingSince) {
        tasks.merge(id, new Suspect(id, "out", pendingSince, null), Suspects::both);
    }

    private static Suspect both(Suspect one, Suspect other) {
        Suspect pending = other.pending().isEmpty() || one.pending().equals("in") ? one : other;
        return new Suspect(one.id(), pending.pending(), pending.pendingSince(),
                one.group() == null ? other.group() : one.group());
    }

    void addKey(Damage damage, String key, String name) {
        keys.add(new SuspectKey(damage, key, name));
    }

    List<Suspect> tasks() {
        return List.copyOf(tasks.values());
    }

    List<SuspectKey> keys() {
        return keys;
    }

    /** Returns groups and staged sets that are not listed; their tasks are not orphaned. */
    List<GroupKey> unlisted() {
        return keys.stream()
                .filter(key -> key.damage() == Damage.GROUP_NOT_LISTED || key.damage() == Damage.SET_NOT_LISTED)
                .map(key -> new GroupKey(key.key(), key.name())).toList();
    }
}

package io.github.asynqee.internal.inspect.repair;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.inspect.queue.SetMembers;
import io.github.asynqee.internal.inspect.repair.Suspects.GroupKey;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/**
 * Scans a queue for possible damage: first its collections, then its keys. Only reads, in steps of a few
 * milliseconds. Because the queue changes during the scan, each suspect must be checked again.
 */
final class QueueCheck {

    /** Number of IDs or keys per script call. */
    private static final int STEP = 100;
    /** The number of IDs that are read from a collection with one command. */
    private static final int PAGE = 1_000;
    /** The maximum number of staged sets in which a script searches for a task. */
    static final int MAX_SETS = 1_000;

    private final RedisExecutor executor;
    private final QueueKeys keys;
    private final Suspects suspects = new Suspects();

    QueueCheck(RedisExecutor executor, QueueKeys keys) {
        this.executor = executor;
        this.keys = keys;
    }

    Suspects suspects() {
        collection(keys.pending(), TaskState.PENDING, null);
        collection(keys.active(), TaskState.ACTIVE, null);
        collection(keys.lease(), TaskState.ACTIVE, null);
        collection(keys.scheduled(), TaskState.SCHEDULED, null);
        collection(keys.retry(), TaskState.RETRY, null);
        collection(keys.archived(), TaskState.ARCHIVED, null);
        collection(keys.completed(), TaskState.COMPLETED, null);
        active();
        groups();
        keys();
        return suspects;
    }

    /** Finds IDs of a collection that do not match the state of their tasks. */
    private void collection(String key, TaskState state, @Nullable GroupKey group) {
        boolean hasLeases = key.equals(keys.active());
        int looked;
        for (long from = 0;; from += STEP) {
            RedisCommand check = RedisCommand.script(InspectorScript.CHECK_COLLECTION).key(key);
            if (hasLeases) {
                check.key(keys.lease());
            }
            List<?> reply = Replies.list(executor.send(check.arg(keys.taskPrefix()).arg(from).arg(from + STEP - 1)
                    .arg(state.wireName())));
            looked = (int) Replies.number(reply.get(0));
            reply.subList(1, reply.size())
                    .forEach(id -> suspects.addTask(Replies.text(id), state == TaskState.PENDING, group));
            if (looked < STEP) {
                return;
            }
        }
    }

    /** Finds leases without an entry in the list of active tasks, and active tasks whose message cannot be decoded. */
    private void active() {
        Set<String> active = new HashSet<>();
        pages(keys.active(), Command.LRANGE, active::add);
        pages(keys.lease(), Command.ZRANGE, id -> {
            if (!active.contains(id)) {
                suspects.addTask(id, false, null);
            }
        });
        List<String> ids = List.copyOf(active);
        for (int from = 0; from < ids.size(); from += STEP) {
            List<String> some = ids.subList(from, Math.min(ids.size(), from + STEP));
            List<Reply> messages = executor.send(some.stream().map(id -> RedisCommand.command(Command.HGET)
                    .key(keys.task(id)).arg("msg")).toList());
            for (int i = 0; i < some.size(); i++) {
                Reply message = messages.get(i);
                if (message.error() == null && message.value() != null && !isReadable(Replies.bytes(message.value()))) {
                    suspects.addTask(some.get(i), false, null);
                }
            }
        }
    }

    static boolean isReadable(byte[] message) {
        try {
            TaskMessage.parse(message);
            return true;
        } catch (UndecodableMessageException e) {
            return false;
        }
    }

    private void groups() {
        for (String group : SetMembers.read(executor, keys.groups())) {
            String key = keys.group(group);
            if (Replies.number(executor.send(RedisCommand.command(Command.EXISTS).key(key))) == 0) {
                suspects.addKey(Damage.EMPTY_GROUP, key, group);
            } else {
                collection(key, TaskState.AGGREGATING, new GroupKey(key, group));
            }
        }
        List<String> sets = new ArrayList<>();
        pages(keys.aggregationSets(), Command.ZRANGE, sets::add);
        sets.stream()
                .filter(set -> set.startsWith(keys.groupPrefix()) && set.indexOf(':', keys.groupPrefix().length()) > 0)
                .forEach(set -> collection(set, TaskState.AGGREGATING, new GroupKey(set,
                        set.substring(keys.groupPrefix().length(), set.lastIndexOf(':')))));
    }

    private void pages(String key, Command range, Consumer<String> ids) {
        for (long from = 0;; from += PAGE) {
            List<?> page = Replies.list(executor.send(
                    RedisCommand.command(range).key(key).arg(from).arg(from + PAGE - 1)));
            page.forEach(id -> ids.accept(Replies.text(id)));
            if (page.size() < PAGE) {
                return;
            }
        }
    }

    /** Finds orphaned tasks, and stale groups, staged sets and locks. */
    private void keys() {
        Set<Long> pending = new HashSet<>();
        pages(keys.pending(), Command.LRANGE, id -> pending.add(hash(id)));
        Map<String, String> notPending = new HashMap<>();
        String cursor = "0";
        do {
            List<?> page = Replies.list(executor.send(RedisCommand.script(InspectorScript.CHECK_KEYS).key(keys.lease())
                    .key(keys.scheduled()).key(keys.retry()).key(keys.archived()).key(keys.completed())
                    .key(keys.groups()).key(keys.aggregationSets()).arg(cursor).arg(pattern(keys.prefix())).arg(STEP)
                    .arg(keys.taskPrefix()).arg(keys.groupPrefix()).arg(keys.prefix() + "unique:").arg(MAX_SETS)));
            cursor = Replies.text(page.get(0));
            for (int i = 1; i < page.size(); i += 3) {
                String name = Replies.text(page.get(i + 1));
                String detail = Replies.text(page.get(i + 2));
                switch (Replies.text(page.get(i))) {
                    case "task" -> suspects.addTask(name, false, null);
                    case "zset" -> notListed(GroupKey.of(keys, name));
                    case "lock" -> suspects.addKey(Damage.LOCK_WITHOUT_TASK, name, detail);
                    default -> {
                        if (!pending.contains(hash(name))) {
                            notPending.put(name, detail);
                        }
                    }
                }
            }
        } while (!cursor.equals("0"));
        if (!notPending.isEmpty()) {
            // read the list again for tasks that have become pending since then
            pages(keys.pending(), Command.LRANGE, notPending::remove);
            notPending.forEach(suspects::addNotPending);
        }
    }

    private void notListed(GroupKey zset) {
        boolean isSet = GroupKey.isSet(zset.key());
        suspects.addKey(isSet ? Damage.SET_NOT_LISTED : Damage.GROUP_NOT_LISTED, zset.key(), zset.group());
        collection(zset.key(), TaskState.AGGREGATING, zset);
    }

    /** Returns the pattern of keys with a prefix, with special characters escaped. */
    private static String pattern(String prefix) {
        return prefix.replaceAll("([\\\\*?\\[\\]^])", "\\\\$1") + "*";
    }

    /**
     * Hashes an ID to save memory, because there may be millions. If two IDs have the same hash, one damage may be
     * missed.
     */
    private static long hash(String id) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : id.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b & 0xff) * 0x100000001b3L;
        }
        return hash;
    }
}

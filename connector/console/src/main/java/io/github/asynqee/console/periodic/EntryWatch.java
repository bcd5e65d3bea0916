package io.github.asynqee.console.periodic;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

import jakarta.json.JsonException;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.json.Stored;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.CronRow.Run;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.PeriodicEntryDetails;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/**
 * Stores observed entries in Redis, so that removed entries are shown for a day, and runs are expected only since the
 * entry exists. One node observes; all nodes read.
 */
public final class EntryWatch {

    /** The codes of its findings. */
    public static final Set<String> CODES = Set.of("missed-run", "entry-gone");

    static final String KEY = "asynq:console:cron";
    /** For how long an entry that is gone is remembered. */
    static final Duration REMEMBERED = Duration.ofDays(1);
    /** Maximum number of watched entries; of removed entries, the latest are stored. */
    static final int MAX_ENTRIES = 1_000;

    private static final Logger LOG = System.getLogger(EntryWatch.class.getName());
    private static final long KEEP_SECONDS = Duration.ofDays(30).toSeconds();

    private final ConsoleRedis redis;
    private final EntryHistory history;

    public EntryWatch(ConsoleRedis redis) {
        this.redis = redis;
        this.history = new EntryHistory(redis);
    }

    /** The remembered entries, by ID. */
    Map<String, WatchedEntry> remembered() {
        List<?> reply = Replies.list(redis.executor().send(RedisCommand.command(Command.HGETALL).key(KEY)));
        Map<String, WatchedEntry> entries = new TreeMap<>();
        for (int i = 0; i + 1 < reply.size(); i += 2) {
            try {
                WatchedEntry entry = WatchedEntry.of(Stored.of(Replies.text(reply.get(i + 1))));
                if (entry.isComplete()) {
                    entries.put(Replies.text(reply.get(i)), entry);
                }
            } catch (JsonException e) {
                LOG.log(Level.DEBUG, "A remembered entry cannot be read.", e);
            }
        }
        return entries;
    }

    /**
     * Observes the entries and writes changes.
     *
     * @return findings: missed runs and removed entries
     */
    public List<Finding> observe(Instant now) {
        List<PeriodicEntryDetails> published = redis.inspector().periodic().entries();
        List<PeriodicEntryDetails> entries = published.stream().limit(MAX_ENTRIES).toList();
        Map<String, WatchedEntry> before = remembered();
        Map<String, WatchedEntry> after = new TreeMap<>();
        entries.forEach(entry -> after.put(entry.id(), WatchedEntry.of(entry, before.get(entry.id()), now)));
        Set<String> present = published.stream().map(PeriodicEntryDetails::id).collect(Collectors.toSet());
        before.entrySet().stream().filter(entry -> !present.contains(entry.getKey()))
                .map(entry -> Map.entry(entry.getKey(), entry.getValue().gone(now)))
                .filter(entry -> now.isBefore(entry.getValue().goneSince().plus(REMEMBERED)))
                .sorted(Comparator.comparing(entry -> entry.getValue().goneSince(), Comparator.reverseOrder()))
                .limit(MAX_ENTRIES - after.size())
                .forEach(entry -> after.put(entry.getKey(), entry.getValue()));
        write(before, after);
        List<Finding> findings = new ArrayList<>(missed(entries, after, now));
        after.values().stream().filter(entry -> entry.goneSince() != null)
                .forEach(entry -> findings.add(new Finding(Severity.INFO, "entry-gone", entry.queue(),
                        "no scheduler publishes the periodic entry of type \"" + entry.type() + "\" at \""
                                + entry.spec() + "\" any longer",
                        "start its scheduler, unless it was removed")));
        return findings;
    }

    private void write(Map<String, WatchedEntry> before, Map<String, WatchedEntry> after) {
        Map<String, String> changed = new HashMap<>();
        after.forEach((id, entry) -> {
            if (entry.differsFrom(before.get(id))) {
                changed.put(id, Json.text(entry));
            }
        });
        if (!changed.isEmpty()) {
            RedisCommand write = RedisCommand.command(Command.HSET).key(KEY);
            changed.forEach((id, json) -> write.arg(id).arg(json));
            redis.executor().send(write);
        }
        List<String> removed = before.keySet().stream().filter(id -> !after.containsKey(id)).toList();
        if (!removed.isEmpty()) {
            RedisCommand remove = RedisCommand.command(Command.HDEL).key(KEY);
            removed.forEach(remove::arg);
            redis.executor().send(remove);
        }
        if (!changed.isEmpty() || !removed.isEmpty()) {
            redis.executor().send(RedisCommand.command(Command.EXPIRE).key(KEY).arg(KEEP_SECONDS));
        }
    }

    /** Entries whose latest overdue tick has no task. */
    private List<Finding> missed(List<PeriodicEntryDetails> entries, Map<String, WatchedEntry> watched, Instant now) {
        List<PeriodicEntryDetails> expected = new ArrayList<>();
        List<Instant> ticks = new ArrayList<>();
        entries.stream().filter(entry -> !entry.paused()).forEach(entry -> Schedule.of(entry.spec(), entry.next())
                .last(watched.get(entry.id()).since(), now.minus(MissedRuns.LATEST), 1).forEach(tick -> {
                    expected.add(entry);
                    ticks.add(tick);
                }));
        List<Optional<List<Run>>> runs = history.around(expected.stream().map(PeriodicEntryDetails::id).toList(),
                ticks);
        List<Finding> findings = new ArrayList<>();
        for (int i = 0; i < ticks.size(); i++) {
            PeriodicEntryDetails entry = expected.get(i);
            Instant tick = ticks.get(i);
            runs.get(i).filter(found -> isMissed(tick, found)).ifPresent(found -> findings.add(new Finding(
                    Severity.WARNING, "missed-run", entry.queue(),
                    "the periodic entry of type \"" + entry.taskType() + "\" at \"" + entry.spec()
                            + "\" enqueued no task for its run at " + Json.time(tick),
                    "look at the log of its scheduler; a unique lock may be held")));
        }
        return findings;
    }

    private static boolean isMissed(Instant tick, List<Run> runs) {
        return !MissedRuns.of(List.of(tick), runs.stream().map(Run::at).toList()).isEmpty();
    }
}

package io.github.asynqee.console.audit;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/**
 * The changes made through the console, in a stream of the changed Redis: the latest 10,000, approximately. Exports and
 * readings of encrypted payloads have a separate stream, so that they cannot displace entries of changes.
 */
public final class AuditLog {

    /** The stream of changes. */
    public static final String KEY = "asynq:console:audit";

    /** The stream of exports and readings. */
    public static final String EXPORTS = "asynq:console:audit:exports";
    private static final Set<String> EXPORT_ACTIONS = Set.of("task.export", "export.end", "payload.read");

    /** Suffix of the IDs of exports, because an entry of the other stream can have the same ID. */
    private static final String EXPORT = "e";

    private static final String ON_STREAM = "return redis.call('%s', KEYS[1], unpack(ARGV))";
    private static final String PAUSE = "queue.pause";
    private static final String DONE = "done";
    private static final Set<String> TWO_QUEUES = Set.of("task.move", "task.clone");
    private static final int MAX_ENTRIES = 10_000;
    private static final int MAX_TEXT = 1_000;
    /** Maximum length of a query, long enough for its last clause, which can be the decisive one. */
    private static final int MAX_QUERY = 4_000;
    /** Logger for a copy of each entry in the server's log. */
    private static final Logger LOG = System.getLogger("asynq.audit");
    private static final Logger LOG_OF_READS = System.getLogger(AuditLog.class.getName());
    /** The action whose details are written in full: changes of settings, which only admins make. */
    private static final String SETTINGS = "alert.settings";
    private static final int MAX_SETTINGS = 20_000;

    private static final Comparator<AuditEntry> LATEST_FIRST = Comparator
            .comparingLong((AuditEntry entry) -> part(entry, 0)).thenComparingLong(entry -> part(entry, 1)).reversed()
            .thenComparing(entry -> entry.id().endsWith(EXPORT));

    /** Maximum number of entries read to find entries of a scope. */
    private static final int PART = 1_000;

    /**
     * Readings of the same task by a user within this time are one entry, because an open page reads its task every few
     * seconds.
     */
    private static final Duration ONE_READING = Duration.ofMinutes(10);
    private static final int MAX_READINGS = 10_000;
    /** Maximum number of entries of readings of one user within {@link #ONE_READING}. */
    private static final int MAX_READINGS_OF_USER = 100;

    private final ConsoleRedis redis;
    private final QueueScope scope;
    /** When users have last read encrypted payloads. */
    private final Map<List<String>, Instant> readings;
    /** Details of the entries that are noted but not yet written. */
    private final Set<String> attempted = ConcurrentHashMap.newKeySet();

    public AuditLog(ConsoleRedis redis) {
        this(redis, QueueScope.ALL, new ConcurrentHashMap<>());
    }

    private AuditLog(ConsoleRedis redis, QueueScope scope, Map<List<String>, Instant> readings) {
        this.redis = redis;
        this.scope = scope;
        this.readings = readings;
    }

    /**
     * Returns the same log restricted to a scope: it shows only entries about the scope's queues, without names of
     * other queues.
     */
    public AuditLog within(QueueScope some) {
        return new AuditLog(redis, some, readings);
    }

    /**
     * Writes an entry to the log of the server, as one line of JSON by the logger {@code asynq.audit}. Needs no Redis.
     */
    public void note(AuditEntry entry) {
        AuditEntry complete = new AuditEntry(entry.id(), entry.at(), entry.user(), entry.action(), redis.name(),
                entry.queue(), entry.task(), entry.filter(), entry.count(), entry.result(), entry.detail());
        LOG.log(Level.INFO, () -> onOneLine(Json.text(complete)));
    }

    /** Escapes the characters that would end a line or change the direction of writing. */
    private static String onOneLine(String json) {
        return json.codePoints().mapToObj(c -> switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                Character.toString(c).chars().mapToObj(unit -> String.format(Locale.ROOT, "\\u%04x", unit))
                        .collect(Collectors.joining());
            default -> Character.toString(c);
        }).collect(Collectors.joining());
    }

    /**
     * Records that a user has read an encrypted payload in plain text, once in ten minutes for each user and task.
     *
     * @param key the ID of the key by which it is encrypted
     */
    public void read(String user, String queue, String task, String key, Instant now) {
        readings.values().removeIf(at -> at.plus(ONE_READING).isBefore(now));
        List<String> reading = List.of(String.valueOf(user), queue, task);
        if (readings.size() < MAX_READINGS && readings.putIfAbsent(reading, now) != null) {
            return;
        }
        AuditEntry entry = new AuditEntry(null, now, user, "payload.read", redis.name(), queue, task, null, null,
                "done",
                "encrypted by key " + key);
        note(entry);
        long own = readings.keySet().stream().filter(read -> read.get(0).equals(String.valueOf(user))).count();
        if (own > MAX_READINGS_OF_USER) {
            // the log of the server contains every reading; entries of other users stay in the stream
            return;
        }
        try {
            redis.own(() -> {
                write(entry);
                return null;
            });
        } catch (RuntimeException e) {
            readings.remove(reading);
            throw e;
        }
    }

    /** Notes and writes an entry. If writing fails and the call is repeated, the entry is not noted again. */
    public void attempt(AuditEntry entry) {
        if (attempted.add(String.valueOf(entry.detail()))) {
            note(entry);
        }
        write(entry);
        attempted.remove(String.valueOf(entry.detail()));
    }

    /**
     * Appends an entry to the log in Redis, which assigns its ID. The caller must have {@linkplain #note noted} the
     * entry before.
     */
    public void write(AuditEntry entry) {
        String key = EXPORT_ACTIONS.contains(entry.action()) ? EXPORTS : KEY;
        RedisCommand command = stream(Command.XADD, key).arg("MAXLEN").arg("~").arg(MAX_ENTRIES).arg("*");
        field(command, "at", Json.time(entry.at()));
        field(command, "user", entry.user());
        field(command, "action", entry.action());
        field(command, "queue", entry.queue());
        field(command, "task", entry.task());
        field(command, "filter", entry.filter(), MAX_QUERY);
        field(command, "count", entry.count() == null ? null : entry.count().toString());
        field(command, "result", entry.result());
        field(command, "detail", entry.detail(), SETTINGS.equals(entry.action()) ? MAX_SETTINGS : MAX_TEXT);
        redis.executor().send(command);
    }

    /**
     * Begins a command for a stream. Behind a proxy it is a script, because proxies do not pass on commands of streams.
     */
    private RedisCommand stream(Command command, String key) {
        return (redis.executor().isProxy() ? RedisCommand.eval(String.format(Locale.ROOT, ON_STREAM, command))
                : RedisCommand.command(command)).key(key);
    }

    private static void field(RedisCommand command, String name, String value) {
        field(command, name, value, MAX_TEXT);
    }

    private static void field(RedisCommand command, String name, String value, int max) {
        if (value != null && !value.isEmpty()) {
            command.arg(name).arg(value.length() > max ? value.substring(0, max) + "…" : value);
        }
    }

    /** A page of all entries, the latest first. */
    public Page<AuditEntry> read(String cursor, int limit) {
        return read(cursor, limit, null, null);
    }

    /**
     * A page of the entries, the latest first.
     *
     * @param cursor {@link Page#next()} of the page before, {@code null} for the first page
     * @param limit the number of entries
     * @param since the earliest time of entries, {@code null} for any
     * @param wanted which entries, {@code null} for all
     * @return the page
     * @throws IllegalArgumentException if the cursor is not from a page
     */
    public Page<AuditEntry> read(String cursor, int limit, Instant since, Predicate<AuditEntry> wanted) {
        if (cursor != null && !cursor.matches("\\d{1,19}-\\d{1,19}" + EXPORT + "?")) {
            throw new IllegalArgumentException("cursor is not from a page");
        }
        List<AuditEntry> entries = new ArrayList<>();
        String from = cursor;
        int count = scope.isAll() && wanted == null ? limit + 1 : PART;
        // an entry may have been written some time after it happened
        String first = since == null ? "-" : String.valueOf(Math.max(0, since.minusSeconds(60).toEpochMilli()));
        List<AuditEntry> part;
        do {
            part = part(from, first, count);
            part.stream().filter(entry -> scope.contains(entry.queue()) && (wanted == null || wanted.test(entry))
                    && (since == null || !entry.at().isBefore(since)))
                    .map(this::seen).forEach(entries::add);
            from = part.isEmpty() ? null : part.get(part.size() - 1).id();
        } while (entries.size() <= limit && part.size() == count);
        List<AuditEntry> items = entries.subList(0, Math.min(limit, entries.size()));
        String next = entries.size() > limit ? items.get(limit - 1).id() : null;
        return new Page<>(List.copyOf(items), next, null);
    }

    /**
     * Finds who paused a queue. Reads up to 200 entries of the minute after the pause.
     *
     * @param queue the queue
     * @param since the begin of the pause, in whole seconds
     * @return the user, {@code null} if the queue was not paused here, or the entry no longer exists
     */
    public String pausedBy(String queue, Instant since) {
        if (!scope.contains(queue)) {
            return null;
        }
        try {
            return redis.limited(() -> part(KEY, String.valueOf(since.plusSeconds(60).toEpochMilli()),
                    String.valueOf(since.minusSeconds(2).toEpochMilli()), 200)).stream()
                    .filter(entry -> PAUSE.equals(entry.action()) && DONE.equals(entry.result())
                            && queue.equals(entry.queue()))
                    .map(AuditEntry::user).reduce((later, first) -> first).orElse(null);
        } catch (RuntimeException e) {
            LOG_OF_READS.log(Level.DEBUG, "The audit log cannot be read.", e);
            return null;
        }
    }

    /**
     * The latest entries of both streams before a cursor. Of two entries with the same time and number, the change
     * counts as later.
     */
    private List<AuditEntry> part(String cursor, String first, int count) {
        boolean afterExport = cursor != null && cursor.endsWith(EXPORT);
        String id = afterExport ? cursor.substring(0, cursor.length() - 1) : cursor;
        String before = id == null ? "+" : "(" + id;
        List<AuditEntry> entries = new ArrayList<>(part(KEY, before, first, count));
        entries.addAll(part(EXPORTS, id == null || afterExport ? before : id, first, count));
        entries.sort(LATEST_FIRST);
        return entries.subList(0, Math.min(count, entries.size()));
    }

    private List<AuditEntry> part(String key, String from, String to, int count) {
        RedisCommand command = stream(Command.XREVRANGE, key).arg(from).arg(to).arg("COUNT").arg(count);
        String end = key.equals(EXPORTS) ? EXPORT : "";
        List<AuditEntry> entries = new ArrayList<>();
        for (Object reply : Replies.list(redis.executor().send(command))) {
            List<?> idAndFields = Replies.list(reply);
            entries.add(entry(Replies.text(idAndFields.get(0)) + end, fields(Replies.list(idAndFields.get(1)))));
        }
        return entries;
    }

    /** A part of an ID: the first is a time, the second a number. */
    private static long part(AuditEntry entry, int part) {
        return Long.parseLong(entry.id().replace(EXPORT, "").split("-")[part]);
    }

    /** Details of moves and copies name a second queue. */
    private AuditEntry seen(AuditEntry entry) {
        return scope.isAll() || !TWO_QUEUES.contains(entry.action()) ? entry
                : new AuditEntry(entry.id(), entry.at(), entry.user(), entry.action(), entry.redis(), entry.queue(),
                        entry.task(), entry.filter(), entry.count(), entry.result(), null);
    }

    private static Map<String, String> fields(List<?> namesAndValues) {
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i + 1 < namesAndValues.size(); i += 2) {
            fields.put(Replies.text(namesAndValues.get(i)), Replies.text(namesAndValues.get(i + 1)));
        }
        return fields;
    }

    private AuditEntry entry(String id, Map<String, String> fields) {
        return new AuditEntry(id, time(id, fields.get("at")), fields.get("user"),
                fields.get("action"), redis.name(), fields.get("queue"), fields.get("task"), fields.get("filter"),
                number(fields.get("count")), fields.get("result"), fields.get("detail"));
    }

    /** Returns the time in its fields, or the time of its ID in Redis if another program wrote the entry. */
    private static Instant time(String id, String at) {
        try {
            return Instant.parse(at == null ? "" : at);
        } catch (DateTimeParseException e) {
            return Instant.ofEpochMilli(Long.parseLong(id.substring(0, id.indexOf('-'))));
        }
    }

    private static Long number(String count) {
        return count != null && count.matches("\\d{1,18}") ? Long.valueOf(count) : null;
    }
}

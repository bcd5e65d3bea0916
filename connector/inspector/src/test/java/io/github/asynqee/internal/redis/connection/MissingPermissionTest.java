package io.github.asynqee.internal.redis.connection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.feature.batch.BatchScript;
import io.github.asynqee.internal.feature.limit.LimitScript;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.redis.AclRules;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A user lacks the permission for one command, kind of keys or channel that a script uses. Redis rejects the script
 * as a whole, or its partial effect is known. Each task is in exactly one collection, its previous or its new one.
 */
class MissingPermissionTest {

    private static final String USER = "restricted";

    /** Kinds of keys, as patterns of Redis. */
    private static final List<String> KINDS = List.of("pending", "typed", "active", "lease", "scheduled", "retry",
            "archived", "completed", "groups", "g:*", "aggregation_sets", "t:*", "unique:*", "processed*", "failed*",
            "receipt:*", "cron:*", "stats:*", "outbox:*", "limit:*", "server", "workers", "entries", "history",
            "shards",
            "paused");
    private static final Pattern COLLECTION = Pattern
            .compile(".*}:(pending|typed|active|scheduled|retry|archived|completed|g:.*)");

    private static final String UNCOUNTED = "all is done, but not counted";
    private static final String UNTRIMMED = "the task is archived; the archive is not trimmed, nothing is counted";
    private static final String PUBLISHED = "a part of what is published again soon";
    private static final String REMEMBERED = "a key is paused, checked or ready, or a task that has ended no longer counts";
    private static final String ENTRY = "a part of the state of an entry, without effect on its ticks";

    private static EmbeddedRedis redis;
    private static Jedis all;
    private static Jedis restricted;
    private static Set<String> commands;

    @BeforeAll
    static void start() {
        redis = EmbeddedRedis.builder().user(USER, AclRules.PASSWORD, "~*", "&*", "+@all").start();
        all = TestRedis.connect(redis);
        restricted = TestRedis.connect(redis);
        restricted.auth(USER, AclRules.PASSWORD);
        commands = all.command().keySet();
    }

    @AfterAll
    static void stop() {
        restricted.close();
        all.close();
        redis.close();
    }

    /** Returns the partial effects of a script, by missing permission. */
    private static Map<String, String> remains(Script script) {
        if (script instanceof EngineScript ofEngine) {
            return remains(ofEngine);
        } else if (script instanceof LimitScript ofLimits) {
            return remains(ofLimits);
        } else if (script instanceof BatchScript ofBatches) {
            return remains(ofBatches);
        }
        return script.name().startsWith("ARCHIVE_") ? Map.of("unique:*", UNTRIMMED) : Map.of();
    }

    private static Map<String, String> remains(EngineScript script) {
        return switch (script) {
            case DEQUEUE, DEQUEUE_MATCHING -> Map.of("lpush", "a receipt of a call that got no tasks", "zadd", "same",
                    "hdel", "same", "hset", "same; since when some tasks are pending is not known any more");
            case DONE, COMPLETE, COMPLETE_AGGREGATION -> Map.of("incrby", UNCOUNTED);
            case RETRY -> Map.of("incrby", UNCOUNTED, "hincrby", "the recovery is not counted");
            case ARCHIVE, SETTLE_MEMBERS -> Map.of("incrby", UNCOUNTED, "unique:*", UNTRIMMED);
            case RECLAIM_AGGREGATION_SETS -> Map.of("hincrby", "the recovery is not counted");
            case FORWARD -> Map.of("zrange", "all is done, only the reply is missing");
            case WRITE_SERVER_STATE -> Map.of("del", PUBLISHED, "hset", PUBLISHED, "expire", PUBLISHED);
            case WRITE_SCHEDULER_ENTRIES -> Map.of("lpush", PUBLISHED, "expire", PUBLISHED);
            case RECORD_ENQUEUE_EVENT -> Map.of("expire", "the event");
            case JOIN_ENTRY -> Map.of("hdel", ENTRY, "expire", ENTRY, "hgetall", ENTRY);
            case CLAIM_TICK -> Map.of("hgetall", "a claim that ends by itself");
            case PAUSE_ENTRY -> Map.of("expire", "the pause", "hgetall", "the pause");
            case FORGET_ENTRY -> Map.of("hexists", ENTRY, "expire", ENTRY);
            case REQUEST_RUN -> Map.of("ttl", "the request", "expire", "the request");
            case RECORD_STATISTICS -> Map.of("hincrby", "some of the statistics", "expireat", "some of the statistics");
            case STORE_OUTBOX -> Map.of("sadd", "the rows before, which are remembered", "zadd", "same");
            default -> Map.of();
        };
    }

    private static Map<String, String> remains(LimitScript script) {
        return switch (script) {
            case DEQUEUE_LIMITED -> Map.of("lpush", "a receipt of a call that got no tasks", "lindex",
                    "tasks are lined up, and none is taken", "hget", "same");
            case RELEASE_LIMITED ->
                same(REMEMBERED, "expire", "ltrim", "rpush", "zcard", "zcount", "zlexcount", "zmscore",
                        "zrangebylex", "zscore");
            case LOOK_AT_LIMITS -> same(REMEMBERED, "del", "expire", "hdel", "hmget", "hset", "llen", "ltrim", "rpush",
                    "t:*", "zadd", "zcard", "zcount", "zlexcount", "zrangebylex", "zrangebyscore", "zremrangebyscore",
                    "zscore");
        };
    }

    private static Map<String, String> remains(BatchScript script) {
        return switch (script) {
            case OPEN_BATCH -> Map.of("hset", "an entry in the list of batches, which their repair removes");
            case ADD_MEMBERS -> same("members without tasks, which the repair of batches removes", "hincrby", "hset");
            case END_MEMBERS -> Map.of("hsetnx", "the end of the members; the repair decides what follows");
            case BATCH_STORED -> Map.of("hexists", "what was to be noted");
            default -> Map.of();
        };
    }

    private static Map<String, String> same(String remains, String... missing) {
        return Stream.of(missing).collect(Collectors.toMap(name -> name, name -> remains));
    }

    private static Map<String, String> dump() {
        // values from the clock of Redis differ in each call
        String now = String.valueOf(System.currentTimeMillis()).substring(0, 5);
        Map<String, String> dump = new TreeMap<>();
        QueueDump.of(all.getConnection(), false).forEach((key, value) -> dump.put(key,
                value.replaceAll(now + "\\d{8,}", "<now>").replaceAll("40000\\d{5}", "<later>")));
        return dump;
    }

    private static void store() {
        all.flushAll();
        try (Pipeline pipeline = all.pipelined()) {
            ScriptCalls.store(pipeline);
        }
    }

    private static Set<String> commandsOf(Script script) {
        return Pattern.compile("'([A-Z]+)'").matcher(new String(script.lua().text(), UTF_8)).results()
                .map(name -> name.group(1).toLowerCase(Locale.ROOT)).filter(commands::contains)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns the rules of the users, by missing permission. */
    private static Map<String, List<String>> users(Script script) {
        Map<String, List<String>> users = new TreeMap<>();
        for (String command : commandsOf(script)) {
            users.put(command, List.of("~*", "&*", "+@all", "-" + command));
        }
        for (String kind : KINDS) {
            List<String> rules = new ArrayList<>(List.of("&*", "+@all", "~" + ScriptCalls.Q + "whole-slot"));
            KINDS.stream().filter(other -> !other.equals(kind))
                    .forEach(other -> rules.add("~" + ScriptCalls.Q + other));
            users.put(kind, rules);
        }
        users.put("&", List.of("~*", "resetchannels", "+@all"));
        return users;
    }

    private static String execute(Jedis connection, RedisCommand call) {
        try {
            connection.getConnection().executeCommand(call.toArgumentsWithText());
            return "";
        } catch (JedisDataException e) {
            return e.getMessage();
        }
    }

    @ParameterizedTest
    @MethodSource(AllScripts.SOURCE)
    @SomeDays(oneIn = 3)
    void no_task_is_lost_if_a_permission_is_missing(Script script) {
        Map<String, String> remaining = new TreeMap<>();
        for (RedisCommand call : ScriptCalls.of(script)) {
            store();
            Map<String, String> before = dump();
            Map<String, List<String>> wereIn = collections();
            assertThat(execute(all, call)).isEmpty();
            Map<String, String> after = dump();
            Map<String, List<String>> comeTo = collections();
            store();
            for (Map.Entry<String, List<String>> user : users(script).entrySet()) {
                String missing = user.getKey();
                allow(user.getValue());
                long changes = changes();
                String error = execute(restricted, call);
                if (!error.isEmpty() && changes() == changes) {
                    continue;
                }
                Map<String, String> now = dump();
                if (now.equals(error.isEmpty() ? after : before)) {
                    store();
                    continue;
                }
                Map<String, List<String>> areIn = collections();
                Set<String> ids = new TreeSet<>(wereIn.keySet());
                ids.addAll(areIn.keySet());
                for (String id : ids) {
                    assertThat(areIn.get(id)).as(id + " after " + call + " without " + missing + ": " + error)
                            .isIn(Arrays.asList(wereIn.get(id), comeTo.get(id)));
                }
                remaining.merge(missing, difference(before, now), String::concat);
                store();
            }
        }
        assertThat(remaining.keySet()).as(script + " leaves " + remaining).isEqualTo(remains(script).keySet());
    }

    /** How many writes Redis has counted. */
    private static long changes() {
        return all.info("persistence").lines().filter(line -> line.startsWith("rdb_changes_since_last_save:"))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip())).sum();
    }

    private static void allow(List<String> rules) {
        List<String> user = new ArrayList<>(List.of("reset", "on", ">" + AclRules.PASSWORD));
        user.addAll(rules);
        all.aclSetUser(USER, user.toArray(String[]::new));
    }

    /** The collections that have a task, by its ID; of each also whether there is its hash. */
    private static Map<String, List<String>> collections() {
        Map<String, List<String>> collections = new TreeMap<>();
        for (String key : new TreeSet<>(all.keys("*"))) {
            if (key.startsWith(ScriptCalls.Q + "t:")) {
                add(collections, key.substring(ScriptCalls.Q.length() + 2), "hash");
            } else if (COLLECTION.matcher(key).matches()) {
                List<String> ids = all.type(key).equals("list") ? all.lrange(key, 0, -1) : all.zrange(key, 0, -1);
                ids.forEach(id -> add(collections, id, key.substring(ScriptCalls.Q.length())));
            }
        }
        return collections;
    }

    private static void add(Map<String, List<String>> collections, String id, String where) {
        collections.computeIfAbsent(id, i -> new ArrayList<>()).add(where);
    }

    private static String difference(Map<String, String> before, Map<String, String> now) {
        Set<String> keys = new TreeSet<>(before.keySet());
        keys.addAll(now.keySet());
        return keys.stream().filter(key -> !String.valueOf(before.get(key)).equals(now.get(key)))
                .map(key -> "\n       " + key + ": " + before.get(key) + " -> " + now.get(key))
                .collect(Collectors.joining());
    }
}

package io.github.asynqee.internal.redis.connection;

import static io.github.asynqee.internal.inspect.script.InspectorScript.*;
import static io.github.asynqee.internal.redis.script.EngineScript.*;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.internal.feature.batch.BatchScript;
import io.github.asynqee.internal.feature.call.CallScript;
import io.github.asynqee.internal.feature.limit.LimitScript;
import io.github.asynqee.internal.feature.unique.UniqueScript;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;
import redis.clients.jedis.Pipeline;

/** A queue with tasks in all states, and for each script calls that meet them. */
final class ScriptCalls {

    static final String Q = "asynq:{default}:";
    static final long NOW = 1_700_000_000;
    static final String CHANNEL = "asynq:cancel";

    private static final String T = Q + "t:";
    private static final String G = Q + "g:";
    private static final String PENDING = Q + "pending";
    /** A separate list of pending tasks with a type. */
    private static final String TYPED = Q + "typed";
    private static final String ACTIVE = Q + "active";
    private static final String LEASE = Q + "lease";
    private static final String SCHEDULED = Q + "scheduled";
    private static final String RETRIES = Q + "retry";
    private static final String ARCHIVED = Q + "archived";
    private static final String COMPLETED = Q + "completed";
    private static final String GROUPS = Q + "groups";
    private static final String GROUP = G + "g1";
    private static final String STAGED = GROUP + ":set1";
    private static final String SETS = Q + "aggregation_sets";
    private static final String PROCESSED = Q + "processed";
    private static final String FAILED = Q + "failed";
    private static final String PROCESSED_TODAY = PROCESSED + ":2023-11-14";
    private static final String FAILED_TODAY = FAILED + ":2023-11-14";
    private static final String RECEIPT = Q + "receipt:w";
    private static final String ENTRY = Q + "cron:e";
    private static final String PAUSED_ENTRY = Q + "cron:paused";
    private static final String STATISTICS = Q + "stats:";
    private static final String OUTBOX = Q + "outbox:o";
    private static final String BATCH = Q + "batch:b";
    private static final String LOCK = Q + "unique:email:";
    private static final String LIMIT = Q + "limit:";
    private static final String FAIR = "fair:type";
    private static final String KEY = "tenants a";
    private static final long NANOS = NOW * 1_000_000_000;
    private static final long MILLIS = NOW * 1000;
    private static final long FUTURE = 4_000_000_000L;
    private static final long LEASED = NOW + 30;
    private static final long MAX = Long.MAX_VALUE;
    private static final String PLACE = "asynqee:archived";
    private static final String ATTEMPTS = "asynqee:attempts";
    private static final String RECOVERIES = "asynqee:recoveries";
    private static final String MOVE = "asynqee:move";

    /** So many active tasks that it is cheaper to remove them together. */
    private static final List<String> MANY = IntStream.range(0, 32).mapToObj(i -> "many" + i).toList();

    private ScriptCalls() {}

    private static void task(Pipeline redis, String id, String state, String... fields) {
        Map<String, String> hash = new TreeMap<>(Map.of("msg", "m-" + id, "state", state));
        for (int i = 0; i < fields.length; i += 2) {
            hash.put(fields[i], fields[i + 1]);
        }
        redis.hset(T + id, hash);
    }

    /** Stores the queue. */
    static void store(Pipeline redis) {
        task(redis, "p1", "pending", "pending_since", "5");
        task(redis, "p2", "pending", "pending_since", "6", "unique_key", LOCK + "p2");
        redis.lpush(PENDING, "p1", "p2");
        redis.set(LOCK + "p2", "p2");
        int typed = 0;
        for (String type : "abaaaaac".split("")) {
            task(redis, "y" + typed, "pending", "msg", "\n\u0001" + type);
            redis.lpush(TYPED, "y" + typed++);
        }
        for (String id : List.of("a1", "a2", "a3", "d1")) {
            task(redis, id, "active", "unique_key", LOCK + id, "asynqee:lease", "call1");
            redis.set(LOCK + id, id);
        }
        redis.lpush(ACTIVE, "a1", "a2", "a3", "lost1");
        redis.zadd(LEASE, Map.of("a1", (double) LEASED, "a2", NOW - 60d, "d1", NOW - 60d, "lost2", NOW - 60d));
        for (String id : MANY) {
            task(redis, id, "active", "asynqee:lease", "call1", "asynqee:checkpoint", "0 1 0 7");
            redis.lpush(ACTIVE, id);
            redis.zadd(LEASE, LEASED, id);
        }
        task(redis, "s1", "scheduled");
        task(redis, "s2", "scheduled", "group", "g1");
        task(redis, "s3", "scheduled");
        redis.zadd(SCHEDULED, Map.of("s1", NOW - 2d, "s2", NOW - 1d, "s3", NOW + 1000d, "lost3", NOW - 1d));
        task(redis, "r1", "retry");
        redis.set(LOCK + "s3", "s3");
        redis.set(LOCK + "r1", "r1");
        redis.zadd(RETRIES, NOW - 1, "r1");
        task(redis, "x1", "archived", PLACE, "5000 scheduled 77 run1");
        task(redis, "x2", "archived", "unique_key", LOCK + "x2");
        redis.set(LOCK + "x2", "x2");
        redis.zadd(ARCHIVED, Map.of("x1", 5000d, "x2", 10d));
        task(redis, "c1", "completed");
        task(redis, "c2", "completed");
        redis.zadd(COMPLETED, Map.of("c1", NOW - 1d, "c2", NOW + 1000d));
        task(redis, "m1", "aggregating", "group", "g1");
        redis.zadd(GROUP, NOW - 100, "m1");
        redis.sadd(GROUPS, "g1");
        task(redis, "n1", "aggregating", "group", "g1");
        task(redis, "n2", "aggregating", "group", "g1");
        redis.zadd(STAGED, Map.of("n1", NOW - 100d, "n2", NOW - 99d));
        redis.zadd(SETS, NOW - 10, STAGED);
        task(redis, "o1", "pending");
        redis.set(LOCK + "gone", "gone");
        for (String counter : List.of(PROCESSED, FAILED, PROCESSED_TODAY, FAILED_TODAY)) {
            redis.set(counter, "7");
        }
        redis.set(RECEIPT, "call1\na1");
        redis.hset(ENTRY, Map.of("spec", "@every 1m", "anchor", "1", "last", "" + (NOW - 60), "seen", "" + NOW,
                "request", "req1 " + 10 * MILLIS));
        redis.hset(PAUSED_ENTRY, Map.of("spec", "@every 1m", "last", "" + (NOW - 60), "paused", "1"));
        for (String unit : List.of("m", "h", "d")) {
            redis.hset(STATISTICS + unit, Map.of("types", "0"));
        }
        redis.hset(OUTBOX, Map.of("holder", "relay", "row0", ""));
        storeLimit(redis);
        redis.hset(BATCH, Map.of("created", "1", "sealed", "1", "task:success", "m", "task:failure", "m"));
        redis.hset(Q + "batch:c",
                Map.of("created", "1", "added", "1", "stamp", "5", "member:step-0", "7:defaults1", "task:step-0",
                        "m"));
        redis.hset(Q + "batch:d", Map.of("created", "1"));
        redis.hset(Q + "batch:g", Map.of("created", "1", "added", "1", "stamp", "5", "member:step-0", "7:defaults1",
                "task:step-0", "m", "proof:step-0", "0:7:defaultg1"));
        redis.zadd(Q + "batch-open:g", -5, "7:defaultg1");
        redis.zadd(Q + "batches", Map.of("b", 1.0, "d", 1.0));
        redis.zadd(Q + "batch-open:b", -5, "7:defaultp1");
        redis.zadd(Q + "batch-failed:b", 6, "7:defaultx1");
        redis.set(Q + "server", "s");
        redis.hset(Q + "workers", "w", "x");
        redis.rpush(Q + "entries", "x");
        redis.zadd(Q + "history", 1, "x");
        redis.hset(Q + "shards", "default", "2 2");
    }

    /** Stores a limit key with a running, a finished and a blocked task. */
    private static void storeLimit(Pipeline redis) {
        redis.zadd(LIMIT + "running", Map.of(KEY + "\0a1", 0d, KEY + "\0ended", 0d));
        String place = "00000000000000000001";
        redis.zadd(LIMIT + "waiting", 0, KEY + "\0" + place + "l1");
        redis.zadd(LIMIT + "waiting", 0, "left left\0" + place + "gone");
        redis.zadd(LIMIT + "looks", 1, KEY);
        redis.zadd(LIMIT + "turns", 1, KEY);
        redis.zadd(LIMIT + "closed", 1, KEY);
        redis.zadd(LIMIT + "starts:" + KEY, 1, "1 a1");
        task(redis, "l1", "scheduled", "asynqee:limit", place + " " + (NOW + 500) + " " + KEY);
        redis.zadd(SCHEDULED, NOW + 500, "l1");
    }

    private static RedisCommand call(Script script, List<String> keys, Object... arguments) {
        RedisCommand command = RedisCommand.script(script);
        keys.forEach(command::key);
        for (Object argument : arguments) {
            command.arg(String.valueOf(argument));
        }
        return command;
    }

    private static List<String> keys(String... keys) {
        return List.of(keys);
    }

    /** The keys of a change of one task. */
    private static List<String> one(String id, String... more) {
        List<String> keys = new ArrayList<>(
                List.of(T + id, PENDING, SCHEDULED, RETRIES, ARCHIVED, COMPLETED, GROUPS));
        keys.addAll(List.of(more));
        return keys;
    }

    private static RedisCommand chosen(Script script, List<String> keys, String state, String group, Object at8,
            Object at9, Object at10, String... ids) {
        RedisCommand command = call(script, keys, T, state, "run1", group, 100, 100, 50, at8, at9, at10);
        for (String id : ids) {
            command.arg(id).arg("m-" + id);
        }
        return command;
    }

    private static List<RedisCommand> each(String... ids) {
        List<RedisCommand> calls = new ArrayList<>();
        for (String id : ids) {
            calls.add(call(REPAIR_TASK, repairKeys(id), repairArguments(id, "")));
        }
        return calls;
    }

    private static List<String> repairKeys(String id) {
        return keys(T + id, PENDING, ACTIVE, LEASE, SCHEDULED, RETRIES, ARCHIVED, COMPLETED, SETS, GROUPS);
    }

    private static Object[] repairArguments(String id, String damage) {
        return new Object[]{ id, G, damage, NOW, LEASED, "out", "", 100, "m-" + id, "m-" + id, "", "", 0, NOW - 60, 100,
                10 };
    }

    private static RedisCommand done(List<String> ids) {
        List<String> keys = new ArrayList<>(List.of(ACTIVE, LEASE, PROCESSED_TODAY, PROCESSED));
        ids.forEach(id -> keys.add(T + id));
        return call(DONE, keys, Stream.concat(Stream.of(FUTURE, MAX),
                ids.stream().flatMap(id -> Stream.of(id, LEASED, LEASED, "call1", 0))).toArray());
    }

    /** The arguments of a new task, as for {@code include/store}. */
    private static Object[] stored(Object... more) {
        List<Object> arguments = new ArrayList<>(List.of("pending", "new", "m", NANOS, "", 60));
        arguments.addAll(List.of(more));
        return arguments.toArray();
    }

    /** Calls of a script. */
    static List<RedisCommand> of(Script script) {
        if (script instanceof EngineScript ofEngine) {
            return engine(ofEngine);
        } else if (script instanceof LimitScript ofLimits) {
            return limits(ofLimits);
        } else if (script instanceof BatchScript ofBatches) {
            return batches(ofBatches);
        } else if (script instanceof CallScript ofCalls) {
            return calls(ofCalls);
        } else if (script instanceof UniqueScript ofUniqueTasks) {
            return uniqueTasks(ofUniqueTasks);
        }
        return inspector((InspectorScript) script);
    }

    private static List<RedisCommand> engine(EngineScript script) {
        return switch (script) {
            case ENQUEUE -> List.of(
                    call(script, keys(PENDING, T + "new", T + "p1", LOCK + "new"), NANOS, "new", "m", 4, 60, "p1", "m",
                            0, 0));
            case SCHEDULE -> List.of(call(script, keys(SCHEDULED, T + "new", LOCK + "new"), "new", "m", 3, 60, NOW));
            case ADD_TO_GROUP -> List
                    .of(call(script, keys(GROUP, GROUPS, T + "new", LOCK + "new"), NOW, "g1", "new", "m", 4, 60));
            case DEQUEUE -> List.of(call(script, keys(PENDING, Q + "paused", ACTIVE, LEASE, RECEIPT), LEASED, T,
                    "call2", 60, 1, 1_000));
            case DEQUEUE_MATCHING -> List.of(call(script, keys(PENDING, Q + "paused", ACTIVE, LEASE, RECEIPT), LEASED,
                    T, "call2", 60, 1, 1_000, 64, "p1", "", "t", "", 128, ""),
                    matching("b"), matching("c"));
            case RECALL -> List.of(call(script, keys(RECEIPT, LEASE), "call1", LEASED, T, 0));
            case DONE -> List.of(call(script, keys(ACTIVE, LEASE, PROCESSED_TODAY, PROCESSED, T + "a1", LOCK + "a1"),
                    FUTURE, MAX, "a1", LEASED, LEASED, "call1", 6),
                    call(script,
                            keys(ACTIVE, LEASE, PROCESSED_TODAY, PROCESSED, T + "a1", T + "a2", T + "d1", T + "lost2"),
                            FUTURE, MAX, "a1", LEASED, LEASED, "call1", 0, "a2", NOW - 60, NOW - 60, "call1", 0, "d1",
                            NOW - 60, NOW - 60, "call1", 0, "lost2", NOW - 60, NOW - 60, "", 0),
                    done(MANY));
            case COMPLETE -> List.of(call(script,
                    keys(ACTIVE, LEASE, COMPLETED, PROCESSED_TODAY, PROCESSED, T + "a1", LOCK + "a1"), FUTURE, MAX,
                    ATTEMPTS, 10, "a1", LEASED, LEASED, "call1", 7, "m2", NOW + 60, "line\n"));
            case RETRY -> List.of(call(script,
                    keys(ACTIVE, LEASE, RETRIES, PROCESSED_TODAY, FAILED_TODAY, PROCESSED, FAILED, T + "a1"), FUTURE,
                    MAX, ATTEMPTS, 10, "a1", LEASED, LEASED, "call1", "m2", NOW + 60, 1, RECOVERIES, "line\n"),
                    call(script, keys(ACTIVE, LEASE, RETRIES, PROCESSED_TODAY, FAILED_TODAY, PROCESSED, FAILED,
                            T + MANY.get(0)), FUTURE, MAX, ATTEMPTS, 10, MANY.get(0), LEASED, LEASED, "call1", "m2",
                            NOW + 60, 1, RECOVERIES, "line\n"));
            case ARCHIVE -> List.of(call(script,
                    keys(ACTIVE, LEASE, ARCHIVED, PROCESSED_TODAY, FAILED_TODAY, PROCESSED, FAILED, T + "a1"), FUTURE,
                    MAX, NOW, 100, 100, T, RECOVERIES, ATTEMPTS, 10, "a1", LEASED, LEASED, "call1", "m2", 0,
                    "line\n"));
            case REQUEUE -> List.of(call(script, keys(ACTIVE, LEASE, PENDING, T + "a1"), NANOS, ATTEMPTS, 10, "a1",
                    LEASED, LEASED, "call1", 0, "line\n"),
                    call(script, keys(ACTIVE, LEASE, PENDING, T + "a1"), NANOS, ATTEMPTS, 10, "a1", LEASED, LEASED,
                            "call1", 1, "line\n"));
            case EXTEND_LEASE -> List.of(call(script, keys(LEASE), LEASED + 30, "a1", LEASED, LEASED));
            case WRITE_FIELDS ->
                List.of(call(script, keys(LEASE, T + "a1"), "a1", LEASED, LEASED, "call1", "result", "r"));
            case FORWARD -> List.of(call(script, keys(SCHEDULED, PENDING, GROUPS), NOW, NANOS, T, G, 100, 0),
                    call(script, keys(RETRIES, PENDING, GROUPS), NOW, NANOS, T, G, 100, 0));
            case EXPIRED_LEASES -> List.of(call(script, keys(LEASE), NOW, T, 1_000, RECOVERIES, 0, 0));
            case REPAIR_LEASES -> List
                    .of(call(script, keys(ACTIVE, LEASE, PENDING), NOW - 30, NANOS, LEASED, T, 500, 0, 0));
            case DELETE_EXPIRED_COMPLETED -> List.of(call(script, keys(COMPLETED), NOW, T, 100));
            case LOOK_AT_GROUPS -> List.of(call(script, keys(GROUP)));
            case STAGE_GROUP -> List.of(call(script, keys(GROUP, GROUP + ":set2", SETS, GROUPS), 1, 0, 0, NOW + 60,
                    NOW, "g1", 1, 1_000_000, T));
            case READ_AGGREGATION_SET -> List.of(call(script, keys(STAGED, SETS), T, RECOVERIES, "asynqee:set", 0));
            case EXTEND_AGGREGATION_SETS -> List.of(call(script, keys(SETS), NOW + 60, STAGED));
            case SETTLE_MEMBERS -> settleMembers();
            case COMPLETE_AGGREGATION -> List.of(call(script,
                    keys(STAGED, SETS, PROCESSED_TODAY, PROCESSED, T + "new", PENDING, GROUPS),
                    stored(T, FUTURE, MAX)));
            case RECLAIM_AGGREGATION_SETS ->
                List.of(call(script, keys(SETS, GROUPS), NOW, G, T, RECOVERIES, 1_000, 500));
            default -> otherServices(script);
        };
    }

    /** Takes a task and passes over those before it, of another type. */
    private static RedisCommand matching(String type) {
        return call(DEQUEUE_MATCHING, keys(TYPED, Q + "paused", ACTIVE, LEASE, RECEIPT), LEASED, T, "call2", 60, 1, 100,
                16, "", "", "t", type, 1, "");
    }

    /** Takes as many tasks of each type as the limit admits, and blocks the others. */
    private static RedisCommand limited(int running) {
        return call(LimitScript.DEQUEUE_LIMITED, keys(TYPED, Q + "paused", ACTIVE, LEASE, RECEIPT, SCHEDULED), LEASED,
                T, "call2",
                60,
                1, 100, 16, "", "", "t", "", 5, "", "tenants", "type", running, 5, 60_000_000, LIMIT, FUTURE);
    }

    /** Takes tasks round robin by type. */
    private static RedisCommand inTurn() {
        return call(LimitScript.DEQUEUE_LIMITED, keys(TYPED, Q + "paused", ACTIVE, LEASE, RECEIPT, SCHEDULED), LEASED,
                T, "call2",
                60,
                1, 100, 16, "", "", "t", "", 2, "", FAIR, "type", 0, 0, 0, LIMIT, FUTURE);
    }

    private static RedisCommand look(String pending, String limit, int running, int starts, int period) {
        return call(LimitScript.LOOK_AT_LIMITS, keys(pending, SCHEDULED, LEASE, Q + "paused"), LIMIT, T, 200, 0, 500,
                FUTURE, limit,
                running, starts, period);
    }

    /** A new task meets the holder of a lock. */
    private static RedisCommand unique(String holder, String until, String onDuplicate, String state) {
        return call(UniqueScript.STORE_UNIQUE, keys(T + "new", LOCK + holder, PENDING, SCHEDULED, RETRIES), "new", "m",
                0, state,
                state.equals("pending") ? NANOS : NOW + 60, 60, until, onDuplicate, T);
    }

    private static List<RedisCommand> settleMembers() {
        List<RedisCommand> calls = new ArrayList<>();
        for (String action : List.of("delete", "retry", "archive", "return")) {
            calls.add(call(SETTLE_MEMBERS,
                    keys(STAGED, SETS, GROUP, GROUPS, RETRIES, ARCHIVED, PROCESSED_TODAY, FAILED_TODAY, PROCESSED,
                            FAILED, T + "n1"),
                    "g1", FUTURE, MAX, NOW, 100, 100, T, RECOVERIES, ATTEMPTS, 10, "n1", action, 0, "m2", NOW + 60,
                    action.equals("retry") ? 1 : 0, "line\n"));
        }
        return calls;
    }

    private static List<RedisCommand> otherServices(EngineScript script) {
        return switch (script) {
            case WRITE_SERVER_STATE -> List
                    .of(call(script, keys(Q + "server", Q + "workers"), 100, "info", "id", "worker"));
            case CLEAR_SERVER_STATE -> List.of(call(script, keys(Q + "server", Q + "workers")));
            case WRITE_SCHEDULER_ENTRIES -> List.of(call(script, keys(Q + "entries"), 100, "one", "two"));
            case RECORD_ENQUEUE_EVENT -> List.of(call(script, keys(Q + "history"), NOW, "event", 100, 100));
            case JOIN_ENTRY -> List.of(call(script, keys(ENTRY), "@every 1m", 1, NOW - 60, NOW + 1, 1, 60, 100, 1, 0));
            case CLAIM_TICK -> List
                    .of(call(script, keys(ENTRY), NOW, "@every 1m", 1, NOW - 60, 100, "node", MILLIS, 1000, 0));
            case FIRE_TICK -> List.of(call(script, keys(ENTRY, T + "new", PENDING, GROUPS, LOCK + "new"),
                    stored(NOW, "@every 1m", 1, NOW - 60, 100, "node", NANOS, 0)));
            case RUN_ENTRY_NOW -> List
                    .of(call(script, keys(ENTRY, ENTRY + ":run:new", T + "new", PENDING, GROUPS, LOCK + "new"),
                            stored(NOW, NANOS, "node", 100, 100)));
            case PAUSE_ENTRY -> List.of(call(script, keys(ENTRY), NOW, 100));
            case RESUME_ENTRY -> List.of(call(script, keys(PAUSED_ENTRY), NOW, 100));
            case FORGET_ENTRY -> List.of(call(script, keys(ENTRY), 100, 200));
            case REQUEST_RUN -> List.of(call(script, keys(ENTRY), "req1", 20 * MILLIS, MILLIS, 100));
            case CLAIM_RUN -> List.of(call(script, keys(ENTRY), "req1", "@every 1m", "node", MILLIS, 1000));
            case ANSWER_RUN -> List
                    .of(call(script, keys(ENTRY, ENTRY + ":answer:req1", T + "new", PENDING, GROUPS, LOCK + "new"),
                            stored("req1", "", NOW, MILLIS, NANOS, "node", 100)));
            case WITHDRAW_RUN -> List.of(call(script, keys(ENTRY), "req1"));
            case RECORD_STATISTICS -> List.of(call(script,
                    keys(STATISTICS + "m", STATISTICS + "h", STATISTICS + "d"), FUTURE, FUTURE, FUTURE, 200, "other",
                    "email", 1, "p", 3));
            case OPEN_OUTBOX -> List.of(call(script, keys(OUTBOX), "relay 2"));
            case STORE_OUTBOX -> List.of(call(script,
                    keys(OUTBOX, T + "new", PENDING, GROUPS, LOCK + "new", T + "p1", PENDING, GROUPS, T + "p1",
                            T + "new2",
                            GROUP, GROUPS, T + "new2"),
                    "relay", "row1", "pending", "new", "m", NANOS, "", 60, "row2", "pending", "p1", "m", NANOS, "", 0,
                    "row3", "aggregating", "new2", "m", NOW, "g1", 0));
            case CLOSE_OUTBOX -> List.of(call(script, keys(OUTBOX), "relay"));
            case STORE_ONCE -> List.of(call(script,
                    keys(Q + "batch-receipt:r", T + "new", PENDING, GROUPS, T + "new"), 60, FUTURE, "pending", "new",
                    "m",
                    NANOS, "", 0));
            case DECLARE_SHARDS -> List.of(call(script, keys(Q + "shards"), "default", 4, 4, 1));
            default -> List.of();
        };
    }

    private static List<RedisCommand> limits(LimitScript script) {
        return switch (script) {
            case DEQUEUE_LIMITED -> List.of(limited(1), limited(2), inTurn());
            case RELEASE_LIMITED -> List.of(call(script, keys(PENDING, SCHEDULED, LEASE), LIMIT, T, 2, 5, 60_000_000, 1,
                    KEY, "ended", 0, 2, 0, 0, 1, "tenants b", "", 60_000));
            case LOOK_AT_LIMITS -> List.of(look(PENDING, "tenants", 2, 5, 60_000_000), look(G + "none", FAIR, 0, 0, 0),
                    call(script, keys(PENDING, SCHEDULED, LEASE, Q + "paused"), LIMIT, T, 200, -1, 500, FUTURE));
        };
    }

    private static List<RedisCommand> batches(BatchScript script) {
        return switch (script) {
            case OPEN_BATCH ->
                List.of(call(script, keys(Q + "batch:new", Q + "batches"), "new", MILLIS, "task:success", "m",
                        "queue:success", "default"));
            case ADD_MEMBERS ->
                List.of(call(script, keys(BATCH, Q + "batch-open:b", Q + "batch-ended:b"), MILLIS,
                        "7:defaultp1", "7:defaultp9"));
            case END_MEMBERS -> List.of(call(script, keys(BATCH, Q + "batch-open:b", Q + "batch-failed:b",
                    Q + "batch-ended:b"), MILLIS, "7:defaultp1", 5, "ended", "7:defaultx1", 6, "ended"),
                    call(script, keys(Q + "batch:g", Q + "batch-open:g", Q + "batch-failed:g", Q + "batch-ended:g"),
                            MILLIS, "7:defaultg1", 5, "gone"));
            case SEAL_BATCH -> List.of(call(script, keys(BATCH, Q + "batch-open:e", Q + "batch-failed:e",
                    Q + "batch-ended:e"), MILLIS));
            case BATCH_STORED -> List.of(call(script, keys(BATCH, Q + "batches", Q + "batch-open:b",
                    Q + "batch-failed:b"), "b", MILLIS, 60, 60, "success", ""));
            case LOOK_AT_MEMBERS -> List.of(call(script, keys(T + "p1", T + "none"), "name"));
            case CONTINUE_CHAIN ->
                Stream.of("c", "d").map(id -> call(script, keys(Q + "batch:" + id, Q + "batch-open:" + id,
                        Q + "batch-failed:" + id, Q + "batch-ended:" + id, Q + "batches"), MILLIS, id)).toList();
            case CANCEL_BATCH -> List.of(call(script, keys(BATCH, Q + "batch-ended:b"), MILLIS));
            case RELEASE_STEP -> List.of(call(script, keys(T + "c1", COMPLETED), "c1", "m-c1", "", ""),
                    call(script, keys(T + "c2", COMPLETED), "c2", "m-c2", "m-c2-kept", NOW));
        };
    }

    private static List<RedisCommand> calls(CallScript script) {
        return switch (script) {
            case WITHDRAW_TASK -> List.of("p2", "s1", "r1", "c1").stream().map(id -> call(script,
                    keys(T + id, PENDING, SCHEDULED, RETRIES, COMPLETED), id, "m-" + id)).toList();
        };
    }

    private static List<RedisCommand> uniqueTasks(UniqueScript script) {
        return switch (script) {
            case STORE_UNIQUE -> List.of(unique("new", "success", "reject", "pending"),
                    unique("p2", "success", "replace", "pending"), unique("p2", "start", "replace", "scheduled"),
                    unique("p2", "success", "extend", "pending"), unique("p2", "time", "join", "pending"),
                    unique("s3", "success", "replace", "scheduled"), unique("r1", "success", "replace", "pending"),
                    unique("a1", "start", "replace", "scheduled"), unique("gone", "success", "join", "pending"));
        };
    }

    private static List<RedisCommand> inspector(InspectorScript script) {
        return switch (script) {
            case QUEUE_STATS -> List.of(call(script, keys(PENDING, ACTIVE, SCHEDULED, RETRIES, ARCHIVED, COMPLETED,
                    GROUPS, Q + "paused", PROCESSED_TODAY, FAILED_TODAY, PROCESSED, FAILED, LIMIT + "waiting",
                    Q + "batches"), T, G, 10, 200, Q + "batch-open:", Q + "batch-failed:", 100));
            case LIMIT_KEYS -> List.of(call(script, keys(LIMIT + "running"), "", 10));
            case SAMPLE_MEMORY -> List.of(call(script, keys(PENDING), T, 10));
            case LIST_TASKS -> List.of(call(script, keys(PENDING), T, 0, 10, 10_000, "msg", "state"),
                    call(script, keys(SCHEDULED), T, 0, 10, 10_000, "msg", "state"));
            case READ_TASK -> List
                    .of(call(script, keys(T + "m1", SCHEDULED, RETRIES, ARCHIVED), "m1", G, "msg", "group"));
            case WALK_ZSET -> List
                    .of(call(script, keys(SCHEDULED), T, 10, 10_000, "", "", "", "", "msg", "state"));
            case WALK_LIST -> List.of(call(script, keys(PENDING, ACTIVE), T, 10, 10_000, "", "", "", 0, "msg"));
            case CHECK_COLLECTION -> List.of(call(script, keys(PENDING), T, 0, 99, "pending"),
                    call(script, keys(ACTIVE, LEASE), T, 0, 99, "active"));
            case CHECK_KEYS -> List.of(call(script, keys(LEASE, SCHEDULED, RETRIES, ARCHIVED, COMPLETED, GROUPS, SETS),
                    0, Q + "*", 100, T, G, Q + "unique:", 1_000));
            case READ_TO_MOVE -> List.of(call(script, one("s1"), "s1", G), call(script, one("m1"), "m1", G));
            case RUN_TASK -> List.of(call(script, one("s1"), "s1", G, NANOS), call(script, one("m1"), "m1", G, NANOS));
            case ARCHIVE_TASK -> List.of(call(script, one("m1"), "m1", G, NOW, T, 100, 100, 1, 1),
                    call(script, one("p1"), "p1", G, NOW, T, 100, 100, 1, 0));
            case RESTORE_TASK -> List.of(call(script, one("x1"), "x1", G, NANOS));
            case DELETE_TASK -> List.of(call(script, one("p2"), "p2", G, 1), call(script, one("m1"), "m1", G, 1));
            case UPDATE_PAYLOAD -> List.of(call(script, keys(T + "s1"), "m-s1", "m2"));
            case RESCHEDULE_TASK -> List.of(call(script, one("m1"), "m1", G, 1, NOW + 60, "", ""),
                    call(script, one("c1"), "c1", G, 1, NOW + 60, "m-c1", "m2"));
            case EDIT_TASK -> List.of(call(script, one("p1"), "p1", G, 1, "m-p1", "m2", "", 1),
                    call(script, one("m1"), "m1", G, 1, "m-m1", "m2", "", 0));
            case STORE_MOVED -> List.of(call(script, keys(T + "new", SCHEDULED, GROUPS, LOCK + "new"), "new", "m", "m0",
                    "scheduled", NOW, "", 60, MOVE, "move1", "field", "value"));
            case DELETE_MOVED -> List.of(call(script, one("p2", LOCK + "p2"), "p2", G, 1, "m-p2", MOVE, ""),
                    call(script, one("m1"), "m1", G, 1, "m-m1", MOVE, ""));
            default -> collections(script);
        };
    }

    private static List<RedisCommand> collections(InspectorScript script) {
        return switch (script) {
            case RUN_TASKS -> List.of(call(script, keys(SCHEDULED, PENDING, GROUPS), T, 250, NANOS, ""),
                    call(script, keys(GROUP, PENDING, GROUPS), T, 250, NANOS, "g1"));
            case ARCHIVE_TASKS -> List.of(
                    call(script, keys(PENDING, ARCHIVED, GROUPS), T, 250, NOW, "", 100, 100),
                    call(script, keys(GROUP, ARCHIVED, GROUPS), T, 250, NOW, "g1", 100, 100));
            case DELETE_TASKS -> List.of(call(script, keys(PENDING, GROUPS, SETS), T, 250, ""),
                    call(script, keys(STAGED, GROUPS, SETS), T, 250, "g1"));
            case REMOVE_QUEUE ->
                List.of(call(script, keys(Q + "1", Q + "2", Q + "3", Q + "4", Q + "5", Q + "6", Q + "7",
                        Q + "8", LEASE), NOW));
            case RELEASE_LOCK -> List.of(call(script, keys(LOCK + "p2"), "p2"));
            case REPAIR_TASK -> repairTask();
            case REPAIR_KEY -> List.of(
                    call(script, keys(LOCK + "gone", GROUPS, SETS), "lock-without-task", 1, "gone", NOW, T),
                    call(script, keys(LOCK + "p2", GROUPS, SETS), "lock-without-task", 1, "p2", NOW, T));
            case REPAIR_LINES -> Stream.of("waiting", "looks").map(set -> call(script,
                    keys(LIMIT + "waiting", LIMIT + "looks", LIMIT + "turns", SCHEDULED), set, "", 100, T, MILLIS, 1))
                    .toList();
            case RUN_CHOSEN -> List
                    .of(chosen(script, keys(SCHEDULED, PENDING, GROUPS), "scheduled", "", NANOS, "", "", "s1", "s2"));
            case ARCHIVE_CHOSEN -> List
                    .of(chosen(script, keys(PENDING, ARCHIVED, GROUPS), "pending", "", NOW, 100, 100, "p1", "p2"));
            case RESTORE_CHOSEN -> List.of(chosen(script,
                    keys(ARCHIVED, PENDING, GROUPS, SCHEDULED, RETRIES, COMPLETED), "archived", "", NANOS, G, "",
                    "x1", "x2"));
            case DELETE_CHOSEN -> List
                    .of(chosen(script, keys(PENDING, PENDING, GROUPS), "pending", "", "", "", "", "p1", "p2"));
            case CANCEL_CHOSEN -> List.of(chosen(script, keys(ACTIVE), "active", "", CHANNEL, "", "", "a1", "a2"));
            case SWAP_WITH_NEWEST -> List.of(call(script, keys(PENDING), "p1", 100, 100));
            default -> List.of();
        };
    }

    private static List<RedisCommand> repairTask() {
        List<RedisCommand> calls = each("p1", "m1", "n1", "lost1");
        calls.add(call(REPAIR_TASK, repairKeys("o1"), repairArguments("o1", "task-without-collection")));
        calls.add(call(REPAIR_TASK, repairKeys("lost3"), repairArguments("lost3", "id-without-task")));
        calls.add(call(REPAIR_TASK, repairKeys("m1"), repairArguments("m1", "task-without-collection")));
        return calls;
    }
}

package io.github.asynqee.server.faults.app;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;

import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.RedisClient;

/** What handlers have done, counted outside of the queues' Redis. */
@ApplicationScoped
public class Effects {

    /** The environment variable with the URL of its Redis. */
    public static final String URL = "FAULTS_EFFECTS_URL";
    /** The environment variable with the name of the server. */
    public static final String SERVER = "FAULTS_SERVER";
    /** A hash: how often each task has run to its end. */
    public static final String RAN = "ran";
    /** A hash: the same of debounced tasks. */
    public static final String RAN_LAST = "ran-last";
    /**
     * A list of repeated runs, as {@code <counter> <ID> <server> <end> <server> <end>}, in microseconds: the previous
     * run and this one.
     */
    public static final String AGAIN = "again";
    /** A script that counts a task that has run to its end. Arguments: the hash that counts, the ID, the name of the server. */
    public static final String COUNT = """
            local count, id, server = ARGV[1], ARGV[2], ARGV[3]
            local now = redis.call('TIME')
            local run = server .. ' ' .. string.format('%d%06d', now[1], now[2])
            if redis.call('HINCRBY', count, id, 1) > 1 then
              redis.call('RPUSH', 'again', count .. ' ' .. id .. ' ' .. redis.call('HGET', count .. ':last', id) .. ' ' .. run)
            end
            redis.call('HSET', count .. ':last', id, run)
            return 1
            """;
    /** A hash: how often each task that fails once has been started. */
    public static final String STARTED = "started";
    /** A hash: how often each step of a long task was done, by {@code <ID>/<step>}. */
    public static final String STEPS = "steps";
    /** A hash: how often the task of each tick has run, by the tick's second. */
    public static final String TICKS = "ticks";
    /**
     * A list: the attempts of limited tasks that have ended, as {@code <key> <how many may run at the same time> <begin> <end>}
     * in microseconds.
     */
    public static final String LIMITED = "limited";
    /** A hash: when each delayed task was begun first, in microseconds. */
    public static final String BEGUN = "begun";
    /** A set of tasks that ran too early. */
    public static final String EARLY = "early";
    /** A hash: when tasks of small tenants were stored, in microseconds. */
    public static final String STORED = "stored";
    /** A list: which tasks of tenants that take turns were started when, as {@code <ID> <microseconds>}. */
    public static final String STARTS = "starts";
    /** A hash: when tasks have closed their key, in microseconds. */
    public static final String CLOSED = "closed";
    /** A set: tasks that have run again before the time for which they have closed their key. */
    public static final String TOO_SOON = "too-soon";
    /** A set of tasks whose content differs from the sent one, or that reached the wrong server. */
    public static final String WRONG = "wrong";
    /** A list: throttled tasks that were stored, as {@code <key> <ID> <before> <after>}, the times in microseconds. */
    public static final String THROTTLED = "throttled";
    /** A set of throttled tasks that the producer reported as rejected. */
    public static final String REFUSED = "refused";
    /** A hash: when each attempt of a task began first, in microseconds, by {@code <ID>/<retries so far>}. */
    public static final String ATTEMPTS = "attempts";
    /** A list of attempts whose number of retries appeared before, or whose previous attempt is missing. */
    public static final String MISCOUNTED = "miscounted";

    private static final long MICROS = 1_000_000;
    /** How much earlier a tick may be: a node knows the time of Redis as well as the network allows, and Redis accepts that. */
    private static final long EARLY_TICK = MICROS;

    /** Reading the effects of several million tasks takes a while. */
    private static final int PATIENCE_MILLIS = 60_000;

    private static final AtomicLong COUNTED = new AtomicLong();

    private RedisClient redis;

    @PostConstruct
    void connect() {
        redis = connect(System.getenv(URL));
    }

    /** A connection to the Redis of the effects. */
    public static RedisClient connect(String url) {
        URI redis = URI.create(url);
        return RedisClient.builder().hostAndPort(redis.getHost(), redis.getPort())
                .clientConfig(DefaultJedisClientConfig.builder().timeoutMillis(PATIENCE_MILLIS).build()).build();
    }

    @PreDestroy
    void close() {
        redis.close();
    }

    void ran(String id) {
        count(RAN, id);
    }

    void ranLast(String id) {
        count(RAN_LAST, id);
    }

    private void count(String counter, String id) {
        redis.eval(COUNT, List.of(), List.of(counter, id, System.getenv(SERVER)));
        COUNTED.incrementAndGet();
    }

    /** How many tasks have run since the application was deployed. */
    static long counted() {
        return COUNTED.get();
    }

    /** Counts a task once that may be delivered more than once without a fault on this server. */
    void ended(String id) {
        redis.hsetnx(RAN, id, "1");
    }

    boolean startsFirst(String id) {
        return redis.hincrBy(STARTED, id, 1) == 1;
    }

    void stepped(String id, int step) {
        redis.hincrBy(STEPS, id + "/" + step, 1);
    }

    void begun(String id) {
        redis.hsetnx(BEGUN, id, String.valueOf(micros()));
    }

    boolean haveRun(List<String> ids) {
        return !redis.hmget(RAN, ids.toArray(String[]::new)).contains(null);
    }

    void early(String id) {
        redis.sadd(EARLY, id);
    }

    void wrong(String what) {
        redis.sadd(WRONG, what);
    }

    void stored(String id) {
        redis.hset(STORED, id, String.valueOf(micros()));
    }

    void takesTurn(String id) {
        redis.rpush(STARTS, id + " " + micros());
    }

    /** Returns whether the task has not closed its key before. */
    boolean closes(String id) {
        return redis.hsetnx(CLOSED, id, String.valueOf(micros())) == 1;
    }

    void reopened(String id, Duration closedFor) {
        String closed = redis.hget(CLOSED, id);
        if (closed != null && micros() < Long.parseLong(closed) + closedFor.toNanos() / 1_000) {
            redis.sadd(TOO_SOON, id);
        }
    }

    void throttled(String key, String id, long before, long after) {
        redis.rpush(THROTTLED, key + " " + id + " " + before + " " + after);
    }

    void refused(String id) {
        redis.sadd(REFUSED, id);
    }

    /** Compares an attempt with the previous one. It must not begin before the given delay has passed. */
    void attempted(String id, int retried, Duration soonest) {
        String attempt = id + "/" + retried;
        long now = micros();
        if (redis.hsetnx(ATTEMPTS, attempt, String.valueOf(now)) == 0) {
            redis.rpush(MISCOUNTED, attempt + " again");
        }
        String before = retried == 0 ? null : redis.hget(ATTEMPTS, id + "/" + (retried - 1));
        if (before != null && now < Long.parseLong(before) + soonest.toNanos() / 1_000) {
            early(attempt);
        } else if (before == null && retried > 0) {
            redis.rpush(MISCOUNTED, attempt + " without the one before");
        }
    }

    void ticked(String second) {
        if (micros() + EARLY_TICK < Long.parseLong(second) * MICROS) {
            early("tick " + second);
        }
        count(TICKS, second);
    }

    /** The time on a clock that all nodes share. */
    long micros() {
        List<?> time = (List<?>) redis.eval("return redis.call('TIME')");
        return Long.parseLong((String) time.get(0)) * MICROS + Long.parseLong((String) time.get(1));
    }

    void ranWithin(String key, int limit, long begin) {
        redis.rpush(LIMITED, key + " " + limit + " " + begin + " " + micros());
    }
}

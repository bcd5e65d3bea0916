package io.github.asynqee.model;

import java.util.List;
import java.util.Map;

/** What Go asynq's servers and schedulers tell about themselves (protocol sections 5.5 and 5.6). */
final class GoRegistries {

    private static final int HISTORY = 1000;

    private final Space space;
    private final ModelClock clock;

    GoRegistries(Space space, ModelClock clock) {
        this.space = space;
        this.clock = clock;
    }

    /** Publishes a server, named {@code host:pid:id}, and the workers by task ID. */
    void writeServer(String name, String info, Map<String, String> workers, long life) {
        space.zadd(Names.SERVERS, clock.seconds() + life, serverKey(name));
        space.zadd(Names.WORKERS, clock.seconds() + life, workersKey(name));
        space.set(serverKey(name), info);
        space.expire(serverKey(name), clock.in(life));
        space.del(workersKey(name));
        workers.forEach((id, worker) -> space.hset(workersKey(name), id, worker));
        space.expire(workersKey(name), clock.in(life));
    }

    void clearServer(String name) {
        space.zrem(Names.SERVERS, serverKey(name));
        space.zrem(Names.WORKERS, workersKey(name));
        space.del(serverKey(name));
        space.del(workersKey(name));
    }

    /** The keys whose time is over. */
    List<String> dead(String registry) {
        return space.zrangeUpTo(registry, clock.seconds() - 1.0);
    }

    void writeEntries(String scheduler, List<String> entries, long life) {
        String key = schedulerKey(scheduler);
        space.zadd(Names.SCHEDULERS, clock.seconds() + life, key);
        space.del(key);
        entries.forEach(entry -> space.lpush(key, entry));
        space.expire(key, clock.in(life));
    }

    void clearEntries(String scheduler) {
        space.zrem(Names.SCHEDULERS, schedulerKey(scheduler));
        space.del(schedulerKey(scheduler));
    }

    void record(String entry, String event, long enqueuedAt) {
        String key = historyKey(entry);
        List<String> events = space.zrange(key);
        events.subList(0, Math.max(0, events.size() - HISTORY + 1)).forEach(old -> space.zrem(key, old));
        space.zadd(key, enqueuedAt, event);
    }

    void clearHistory(String entry) {
        space.del(historyKey(entry));
    }

    static String serverKey(String name) {
        return "asynq:servers:{" + Raw.of(name) + "}";
    }

    static String workersKey(String name) {
        return "asynq:workers:{" + Raw.of(name) + "}";
    }

    static String schedulerKey(String name) {
        return "asynq:schedulers:{" + Raw.of(name) + "}";
    }

    static String historyKey(String entry) {
        return "asynq:scheduler_history:" + Raw.of(entry);
    }
}

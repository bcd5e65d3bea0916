package io.github.asynqee.model;

import java.util.List;
import java.util.Map;

/** What the registries are expected to do: what Go does, and the declared differences. */
final class ExpectedRegistries {

    private static final long HISTORY_LIFE = 7_776_000;

    private final AsynqModel go;
    private final Differences differences;

    ExpectedRegistries(AsynqModel go, Differences differences) {
        this.go = go;
        this.differences = differences;
    }

    void writeServer(String name, String info, Map<String, String> workers, long life) {
        removeDead(Names.SERVERS);
        removeDead(Names.WORKERS);
        go.registries.writeServer(name, info, workers, life);
    }

    void writeEntries(String scheduler, List<String> entries, long life) {
        removeDead(Names.SCHEDULERS);
        go.registries.writeEntries(scheduler, entries, life);
    }

    private void removeDead(String registry) {
        for (String key : go.registries.dead(registry)) {
            differences.met(Difference.WRITING_REMOVES_EXPIRED);
            go.space.zrem(registry, key);
        }
    }

    /** The keys that are alive. */
    List<String> live(String registry) {
        List<String> dead = go.registries.dead(registry);
        if (!dead.isEmpty()) {
            differences.met(Difference.LISTING_ONLY_READS);
        }
        return go.space.zrange(registry).stream().filter(key -> !dead.contains(key)).toList();
    }

    void record(String entry, String event, long enqueuedAt) {
        differences.met(Difference.HISTORY_EXPIRES);
        go.registries.record(entry, event, enqueuedAt);
        go.space.expire(GoRegistries.historyKey(entry), go.clock.in(HISTORY_LIFE));
    }
}

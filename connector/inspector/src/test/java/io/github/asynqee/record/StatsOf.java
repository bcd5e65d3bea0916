package io.github.asynqee.record;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import com.fasterxml.jackson.databind.JsonNode;

/** The statistics of a queue as text, as returned by Go and as computed from a key space. */
final class StatsOf {

    private StatsOf() {}

    static String text(Object... values) {
        return Arrays.stream(values).map(String::valueOf).collect(Collectors.joining(" "));
    }

    static String recorded(JsonNode stats) {
        return text(stats.get("pending"), stats.get("active"), stats.get("scheduled"), stats.get("retry"),
                stats.get("archived"), stats.get("completed"), stats.get("aggregating"), stats.get("groups"),
                stats.get("paused"), stats.get("processed"), stats.get("failed"), stats.get("processed_total"),
                stats.get("failed_total"), stats.get("latency_ns"), stats.get("memory_usage").asText());
    }

    static String space(Expected expected) {
        Space space = expected.before();
        Instant now = expected.step().clock();
        Names names = Names.of(expected.step().text("queue"));
        List<String> pending = space.lrange(names.pending());
        List<String> groups = space.keys().stream().filter(key -> key.startsWith(names.group("")))
                .filter(key -> space.sismember(names.groups(), key.substring(names.group("").length()))).toList();
        int listed = space.exists(names.groups()) ? space.value(names.groups()).fields().size() : 0;
        int waiting = groups.stream().mapToInt(group -> space.zrange(group).size()).sum();
        int[] lengths = { pending.size(), space.lrange(names.active()).size(), space.zrange(names.scheduled()).size(),
                space.zrange(names.retry()).size(), space.zrange(names.archived()).size(),
                space.zrange(names.completed()).size(), waiting };
        String head = pending.isEmpty() ? null : pending.get(pending.size() - 1);
        String since = head == null ? null : space.hget(names.task(head), "pending_since");
        long latency = since == null ? 0 : nanos(now) - Long.parseLong(since);
        return text(lengths[0], lengths[1], lengths[2], lengths[3], lengths[4], lengths[5], lengths[6], listed,
                space.exists(names.prefix() + "paused"), counter(space.get(names.daily("processed", now))),
                counter(space.get(names.daily("failed", now))), counter(space.get(names.total("processed"))),
                counter(space.get(names.total("failed"))), latency,
                Arrays.stream(lengths).sum() > 0 ? "positive" : "zero");
    }

    private static long nanos(Instant now) {
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    /** Parses a counter; invalid numbers count as 0. */
    static long counter(String text) {
        try {
            return text == null ? 0 : Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}

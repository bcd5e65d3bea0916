package io.github.asynqee.console.job;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.inspect.BulkAction;

/**
 * A job as Redis has it. Its fields have two kinds of writers, who never write the same ones: the node that runs the job
 * writes the progress, and users write {@code paused} and {@code cancelled}.
 *
 * @param fields of the hash
 */
record StoredJob(String id, Map<String, String> fields) {

    static final String PAUSED = "paused";
    static final String CANCELLED = "cancelled";

    static StoredJob create(String id, BulkAction action, String query, String reason, String user, long matching,
            Instant now) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("action", action.name());
        fields.put("q", query);
        fields.put("reason", reason);
        fields.put("user", user);
        fields.put("matching", String.valueOf(matching));
        fields.put("startedAt", Json.time(now));
        fields.put("updatedAt", Json.time(now));
        return new StoredJob(id, fields);
    }

    /** The fields of the progress after one more step. */
    Map<String, String> after(long examined, long changed, long skipped, long failed, String next, Instant now) {
        Map<String, String> progress = new LinkedHashMap<>();
        progress.put("examined", String.valueOf(number("examined") + examined));
        progress.put("changed", String.valueOf(number("changed") + changed));
        progress.put("skipped", String.valueOf(number("skipped") + skipped));
        progress.put("failed", String.valueOf(number("failed") + failed));
        progress.put("updatedAt", Json.time(now));
        progress.put("next", next == null ? "" : next);
        if (next == null) {
            progress.put("end", JobState.DONE.name());
        }
        return progress;
    }

    /** The fields of a job that cannot go on. */
    static Map<String, String> failure(String message, Instant now) {
        return Map.of("end", JobState.FAILED.name(), "message", message, "updatedAt", Json.time(now));
    }

    StoredJob with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.putAll(more);
        return new StoredJob(id, all);
    }

    BulkAction action() {
        return BulkAction.valueOf(fields.get("action"));
    }

    String query() {
        return fields.getOrDefault("q", "");
    }

    String user() {
        return fields.get("user");
    }

    Instant startedAt() {
        return Instant.parse(fields.get("startedAt"));
    }

    /** Where the change goes on, {@code null} if it has not begun. */
    String next() {
        String next = fields.getOrDefault("next", "");
        return next.isEmpty() ? null : next;
    }

    JobState state() {
        String end = fields.get("end");
        if (end != null) {
            return JobState.valueOf(end);
        }
        return fields.containsKey(CANCELLED) ? JobState.CANCELLED
                : fields.containsKey(PAUSED) ? JobState.PAUSED : JobState.RUNNING;
    }

    Job toJob() {
        return new Job(id, action(), query(), fields.get("reason"), user(), state(), number("matching"),
                number("examined"), number("changed"), number("skipped"), number("failed"), startedAt(),
                Instant.parse(fields.get("updatedAt")), message());
    }

    private String message() {
        return switch (state()) {
            case PAUSED, CANCELLED -> state().name().toLowerCase(Locale.ROOT) + " by "
                    + fields.get(state() == JobState.PAUSED ? PAUSED : CANCELLED);
            default -> fields.get("message");
        };
    }

    private long number(String field) {
        return Long.parseLong(fields.getOrDefault(field, "0"));
    }
}

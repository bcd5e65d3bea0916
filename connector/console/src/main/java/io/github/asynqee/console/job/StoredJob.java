package io.github.asynqee.console.job;

import java.io.StringReader;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import jakarta.json.JsonReader;
import jakarta.json.JsonString;
import jakarta.json.spi.JsonProvider;

import io.github.asynqee.TaskState;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.TaskFilter;

/**
 * A job as stored in Redis. The node that runs the job writes the progress; users write only the fields {@code paused},
 * {@code cancelled} and {@code undoneBy}.
 *
 * @param fields the fields of the hash, empty if it cannot be read
 */
record StoredJob(String id, Map<String, String> fields) {

    static final String PAUSED = "paused";
    static final String CANCELLED = "cancelled";
    static final String UNDONE_BY = "undoneBy";
    private static final String MESSAGE = "message";
    private static final String END_ENTRY = "endEntry";
    private static final String DUE = "due";
    /** The field that is set while a step runs. If the node dies during the step, the field remains. */
    private static final String STEPPING = "stepping";
    private static final String AT_LEAST = "atLeast";
    private static final String UNCOUNTED = "Some changes may not be counted: a step was interrupted.";
    private static final String UNDOES = "undoes";
    private static final String TOTAL = "total";
    private static final String SCOPE = "scope";
    private static final String QUEUES = "queues";
    private static final String DROPS = "drops";

    static StoredJob create(String id, Job.Request request, String user, long matching, Long total,
            Instant now) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("action", request.action().name());
        fields.put("q", request.q());
        fields.put("reason", request.reason());
        fields.put("user", user);
        if (request.pace() != null) {
            fields.put("pace", request.pace().toString());
        }
        fields.put("matching", String.valueOf(matching));
        if (total != null) {
            fields.put(TOTAL, total.toString());
        }
        fields.put("startedAt", Json.time(now));
        fields.put("updatedAt", Json.time(now));
        fields.put(END_ENTRY, DUE);
        return new StoredJob(id, fields);
    }

    /** A job that restores the tasks that this job has archived, with the same pace, in the same queues. */
    StoredJob undo(String undo, String user, QueueScope by, Instant now) {
        Map<String, String> fields = new LinkedHashMap<>(this.fields);
        fields.keySet().retainAll(Set.of("q", "reason", "pace", AT_LEAST));
        fields.put("action", BulkAction.RESTORE.name());
        fields.put(UNDOES, id);
        fields.put("user", user);
        fields.put("matching", String.valueOf(number("changed")));
        fields.put("startedAt", Json.time(now));
        fields.put("updatedAt", Json.time(now));
        fields.put(END_ENTRY, DUE);
        StoredJob job = new StoredJob(undo, fields);
        return by.isAll() ? job : job.within(by, texts(QUEUES));
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
        if (fields.containsKey(MESSAGE)) {
            progress.put(MESSAGE, "");
        }
        return progress;
    }

    /** The fields of a job that cannot take its next step for now. */
    Map<String, String> waiting(String message, Instant now) {
        return message.equals(fields.get(MESSAGE)) ? Map.of(MESSAGE, message)
                : Map.of(MESSAGE, message, "updatedAt", Json.time(now));
    }

    /** The field that is set if changed tasks may be missing in the counts. */
    static Map<String, String> uncounted() {
        return Map.of(AT_LEAST, "1");
    }

    /** The job while this node has its lease and no step runs. Then it is known whether a step was not counted. */
    StoredJob atRest() {
        return fields.containsKey(STEPPING) ? with(uncounted()) : this;
    }

    /** The fields to write when the end of the job is in the audit log. */
    Map<String, String> endWritten() {
        return isAtLeast() ? Map.of(END_ENTRY, "written", AT_LEAST, "1") : Map.of(END_ENTRY, "written");
    }

    /** Whether more tasks may have been changed than are counted. */
    boolean isAtLeast() {
        return fields.containsKey(AT_LEAST);
    }

    /** Whether the job has ended but its end is not yet in the audit log. */
    boolean isEndDue() {
        return DUE.equals(fields.get(END_ENTRY)) && state().isEnd();
    }

    /** The fields of a job that cannot continue. */
    static Map<String, String> failure(String message, Instant now) {
        return Map.of("end", JobState.FAILED.name(), MESSAGE, message, "updatedAt", Json.time(now));
    }

    StoredJob with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.putAll(more);
        return new StoredJob(id, all);
    }

    /**
     * Whether the fields are valid. They may be invalid because a cluster node is down, or another program has written
     * them.
     */
    boolean isReadable() {
        if (fields.isEmpty()) {
            return false;
        }
        try {
            return toJob().user() != null;
        } catch (RuntimeException e) {
            return false;
        }
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

    /** Returns the same job with permission to delete older archived tasks. */
    StoredJob dropping() {
        return with(Map.of(DROPS, "1"));
    }

    /** Whether it may delete tasks: its own tasks, or older archived tasks when it archives. */
    boolean isDestroying() {
        return action() == BulkAction.DELETE || fields.containsKey(DROPS);
    }

    /** The archive job whose tasks it restores, {@code null} if it is another change. */
    String undoes() {
        return fields.get(UNDOES);
    }

    /** The job that restores its tasks, {@code null} if there is none. */
    String undoneBy() {
        return fields.get(UNDONE_BY);
    }

    /** The queues that its user could see. */
    QueueScope scope() {
        return fields.containsKey(SCOPE) ? new QueueScope(texts(SCOPE)) : QueueScope.ALL;
    }

    /** The filter of its query, for the queues that the user could see at the start. */
    private TaskFilter filter(TaskFilter ofQuery) {
        return fields.containsKey(SCOPE) ? ofQuery.inQueues(texts(QUEUES).toArray(String[]::new)) : ofQuery;
    }

    /** The query that finds its tasks; for an undo, the archived tasks of all queues of the query. */
    TaskFilter walked(TaskFilter ofQuery) {
        return filter(undoes() == null ? ofQuery
                : TaskFilter.ALL.inQueues(ofQuery.queues().toArray(String[]::new)).inStates(TaskState.ARCHIVED));
    }

    /** The name of the run of its changes; for a job that undoes another job, the name of the run that it undoes. */
    String run() {
        return undoes() == null ? id : undoes();
    }

    /** Whether its user could see no queue that the query names. */
    boolean isWithoutQueues() {
        return fields.containsKey(SCOPE) && texts(QUEUES).isEmpty();
    }

    private List<String> texts(String field) {
        try (JsonReader reader = JsonProvider.provider().createReader(new StringReader(fields.get(field)))) {
            return reader.readArray().getValuesAs(JsonString::getString);
        }
    }

    /** The same job for a user who may see only some queues. */
    StoredJob within(QueueScope scope, List<String> queues) {
        return with(Map.of(SCOPE, Json.text(scope.patterns()), QUEUES, Json.text(queues)));
    }

    Instant startedAt() {
        return Instant.parse(fields.get("startedAt"));
    }

    /** Maximum number of tasks changed per second, {@code null} for no limit. */
    Long pace() {
        return fields.containsKey("pace") ? (Long) number("pace") : null;
    }

    /** Where the change continues, {@code null} if it has not begun. */
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

    /** Whether the job runs or may continue. A job whose Redis node is down counts as open. */
    boolean isOpen() {
        return fields.isEmpty() || isReadable() && !state().isEnd();
    }

    Job toJob() {
        return new Job(id, action(), query(), fields.get("reason"), user(), state(), pace(), number("matching"),
                fields.containsKey(TOTAL) ? (Long) number(TOTAL) : null, number("examined"), number("changed"),
                number("skipped"), number("failed"), isAtLeast() ? true : null, startedAt(),
                Instant.parse(fields.get("updatedAt")), message(), undoes(), undoneBy(),
                scope().isAll() ? null : scope().patterns());
    }

    /** A message about its state, or {@code null}. */
    String saying() {
        return switch (state()) {
            case PAUSED, CANCELLED -> state().name().toLowerCase(Locale.ROOT) + " by "
                    + fields.get(state() == JobState.PAUSED ? PAUSED : CANCELLED);
            default -> fields.getOrDefault(MESSAGE, "").isEmpty() ? null : fields.get(MESSAGE);
        };
    }

    private String message() {
        String saying = saying();
        return !isAtLeast() ? saying : saying == null ? UNCOUNTED : saying + ". " + UNCOUNTED;
    }

    private long number(String field) {
        return Long.parseLong(fields.getOrDefault(field, "0"));
    }
}

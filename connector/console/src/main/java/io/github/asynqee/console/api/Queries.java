package io.github.asynqee.console.api;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.query.LatestTasks;
import io.github.asynqee.console.query.LatestTasks.Read;
import io.github.asynqee.console.query.LatestTasks.Source;
import io.github.asynqee.console.query.Query;
import io.github.asynqee.console.query.QueryException;
import io.github.asynqee.console.query.TaskSearch;
import io.github.asynqee.console.query.TaskSearch.Found;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.view.ErrorSummary;
import io.github.asynqee.console.view.ErrorView;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueNotFoundException;

/** Queries of users. */
final class Queries {

    private static final Logger LOG = System.getLogger(Queries.class.getName());
    private static final Duration BUDGET = Duration.ofMillis(800);
    private static final int ERROR_PAGE = 100;
    private static final Map<TaskState, Long> UNCOUNTED = Stream.of(TaskState.values())
            .collect(Collectors.toUnmodifiableMap(state -> state, state -> 0L));
    /** Maximum number of tasks in a page of the latest tasks. It is small, because a task can have megabytes. */
    private static final int LATEST_PAGE = 20;
    private static final int MAX_ERRORS = 10_000;

    private Queries() {}

    /** Parses a query; its durations count back from now. */
    static Query parse(RedisConsole instance, String text) {
        try {
            return instance.queries(Instant.now()).parse(text == null ? "" : text);
        } catch (QueryException e) {
            throw problem(e);
        }
    }

    static ProblemException problem(QueryException e) {
        return new ProblemException(new Problem(400, "query", "The query cannot be understood", e.getMessage(),
                Map.of("position", e.position(), "length", e.length(), "expected", e.expected())));
    }

    static Found search(RedisConsole instance, Query query, String cursor, int limit) {
        return instance.redis().ask(inspector -> new TaskSearch(inspector).search(query,
                cursor == null || cursor.isEmpty() ? null : cursor, limit, BUDGET));
    }

    /** Groups failed tasks of a query by error. Reads about 10,000 tasks, the latest tasks of each queue. */
    static ErrorView errors(RedisConsole instance, Query query) {
        List<QueueRow> queues = instance.monitor().queues();
        return instance.redis().ask(inspector -> errors(inspector, sources(inspector, queues, query), query, MAX_ERRORS,
                instance.masking()));
    }

    /** Groups failed tasks of a query by error. Reads about {@code atMost} tasks, the latest tasks of each source. */
    static ErrorView errors(Inspector inspector, List<Source> sources, Query query, int atMost, Masking masking) {
        ErrorSummary summary = new ErrorSummary(masking, Instant.now());
        Read read = new LatestTasks(inspector, ERROR_PAGE).read(sources,
                query.within(TaskState.RETRY, TaskState.ARCHIVED), Integer.MAX_VALUE, atMost, BUDGET, summary::add);
        return new ErrorView(summary.rows(), read.examined(), read.total(), read.complete());
    }

    /** The queues of a query, queues with the most failures today first. */
    private static List<Source> sources(Inspector inspector, List<QueueRow> queues, Query query) {
        Set<String> wanted = new TreeSet<>(query.filter().queues());
        List<QueueRow> rows = new ArrayList<>(queues);
        rows.removeIf(row -> !wanted.isEmpty() && !query.filter().queues().contains(row.name()));
        rows.forEach(row -> wanted.remove(row.name()));
        // shards, and queues that are new
        for (String name : wanted) {
            try {
                rows.add(QueueRow.of(inspector.queues().info(name), 0));
            } catch (QueueNotFoundException e) {
                LOG.log(Level.DEBUG, "a query names a queue that does not exist", e);
            }
        }
        rows.sort(Comparator.comparingLong(QueueRow::failedToday).reversed().thenComparing(QueueRow::name));
        List<Source> sources = new ArrayList<>(rows.stream().map(Queries::source).toList());
        if (query.filter().queues().isEmpty() && rows.size() <= LatestTasks.FEW) {
            // queues that were created since the rows were read
            Set<String> names = new TreeSet<>(inspector.queues().names());
            rows.forEach(row -> names.remove(row.name()));
            names.stream().limit(LatestTasks.FEW).map(name -> new Source(name, UNCOUNTED)).forEach(sources::add);
        }
        return sources;
    }

    static Source source(QueueRow row) {
        Map<TaskState, Long> counts = new EnumMap<>(TaskState.class);
        counts.put(TaskState.PENDING, row.pending());
        counts.put(TaskState.ACTIVE, row.active());
        counts.put(TaskState.SCHEDULED, row.scheduled());
        counts.put(TaskState.RETRY, row.retry());
        counts.put(TaskState.ARCHIVED, row.archived());
        counts.put(TaskState.COMPLETED, row.completed());
        counts.put(TaskState.AGGREGATING, row.aggregating());
        return new Source(row.name(), counts);
    }

    /**
     * Some of the latest tasks of a query.
     *
     * @param tasks the tasks, the latest first
     * @param more whether there are more
     */
    record Latest(List<InspectedTask> tasks, Read read, boolean more) {}

    /** Returns the latest tasks of a query in all queues, after skipping a number of later tasks. */
    static Latest latest(RedisConsole instance, Query query, int after, int limit) {
        List<QueueRow> queues = instance.monitor().queues();
        return instance.redis().ask(inspector -> {
            List<InspectedTask> tasks = new ArrayList<>();
            int page = Math.min(after + limit, LATEST_PAGE);
            Read read = new LatestTasks(inspector, page).read(sources(inspector, queues, query), query,
                    (after + limit + page - 1) / page, Long.MAX_VALUE, BUDGET, tasks::add);
            tasks.sort(LatestTasks.LATEST_FIRST);
            return new Latest(tasks.stream().skip(after).limit(limit).toList(), read, tasks.size() > after + limit);
        });
    }
}

package io.github.asynqee.console.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import io.github.asynqee.TaskState;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.problem.Problem;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.query.Query;
import io.github.asynqee.console.query.QueryException;
import io.github.asynqee.console.query.TaskSearch;
import io.github.asynqee.console.query.TaskSearch.Found;
import io.github.asynqee.console.runtime.Instance;
import io.github.asynqee.console.view.ErrorSummary;
import io.github.asynqee.console.view.ErrorView;
import io.github.asynqee.inspect.Inspector;

/** Queries of users. */
final class Queries {

    private static final Duration BUDGET = Duration.ofMillis(800);
    private static final int ERROR_PAGE = 1_000;
    private static final int MAX_ERRORS = 10_000;

    private Queries() {}

    /** Understands a query, relative to now. */
    static Query parse(Instance instance, String text) {
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

    static Found search(Instance instance, Query query, String cursor, int limit) {
        return instance.redis().ask(inspector -> new TaskSearch(inspector).search(query,
                cursor == null || cursor.isEmpty() ? null : cursor, limit, BUDGET));
    }

    /** Failed tasks of a query by error, from at most 10,000 tasks. */
    static ErrorView errors(Instance instance, Query query) {
        return instance.redis().ask(inspector -> errors(inspector, query, MAX_ERRORS, instance.masking()));
    }

    /** Failed tasks of a query by error, from about as many tasks as are given. */
    static ErrorView errors(Inspector inspector, Query query, int atMost, Masking masking) {
        Query ofFailed = query.within(TaskState.RETRY, TaskState.ARCHIVED);
        long end = System.nanoTime() + BUDGET.toNanos();
        ErrorSummary summary = new ErrorSummary(masking);
        TaskSearch search = new TaskSearch(inspector);
        long examined = 0;
        String next = null;
        do {
            Found found = search.search(ofFailed, next, ERROR_PAGE, Duration.ofNanos(end - System.nanoTime()));
            found.tasks().forEach(summary::add);
            examined += found.examined();
            next = found.next();
        } while (next != null && examined < atMost && System.nanoTime() < end);
        return new ErrorView(summary.rows(), examined, next == null);
    }
}

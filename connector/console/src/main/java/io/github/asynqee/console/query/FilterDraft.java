package io.github.asynqee.console.query;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

import io.github.asynqee.inspect.TaskFilter;

/** Collects clauses in the inspector's filter; a task must satisfy all of them. */
final class FilterDraft {

    private final Instant now;
    private final boolean masked;
    private final Set<Field> taken = EnumSet.noneOf(Field.class);
    private TaskFilter filter;

    /** Begins with the filter of a scope. */
    FilterDraft(TaskFilter scope, Instant now, boolean masked) {
        this.filter = scope;
        this.now = now;
        this.masked = masked;
    }

    /** Adds a clause to the filter; returns false if the filter cannot express it. */
    boolean take(Clause clause) {
        Field field = clause.field() == null || !clause.path().isEmpty() ? null : Field.of(clause);
        TaskFilter next = field == null || taken.contains(field) ? null : with(field, clause);
        if (next == null) {
            return false;
        }
        if (field != Field.QUEUE && field != Field.STATE) {
            taken.add(field);
        }
        filter = next;
        return true;
    }

    private TaskFilter with(Field field, Clause clause) {
        String value = clause.value();
        return switch (field) {
            // the scope already contains these clauses
            case QUEUE, STATE -> filter;
            case ID -> filter.withId(value);
            case TYPE -> filter.withType(value);
            case GROUP -> filter.inGroup(value);
            // the inspector would compare masked values
            case ERROR -> masked ? null : filter.withError(value);
            case HEADER -> masked ? null : filter.withHeader(value);
            case PAYLOAD -> masked ? null : filter.withPayload(value);
            case RETRIED ->
                clause.operator().equals(">=") ? filter.withMinRetried(ClauseCompiler.number(clause)) : null;
            case AGE -> isLonger(clause) ? filter.notAfter(now.minus(Durations.of(clause))) : null;
            case FAILED -> isLonger(clause) ? filter.failedBefore(now.minus(Durations.of(clause))) : null;
        };
    }

    private static boolean isLonger(Clause clause) {
        return clause.operator().equals(">");
    }

    TaskFilter filter() {
        return filter;
    }
}

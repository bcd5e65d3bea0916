package io.github.asynqee.console.query;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.TaskFilter;

/** Collects clauses: in the filter of the inspector if it has room for them, otherwise in the rest. */
final class FilterDraft {

    private final Instant now;
    private final boolean masked;
    private final Set<Field> taken = EnumSet.noneOf(Field.class);
    private final List<Predicate<InspectedTask>> rest = new ArrayList<>();
    private TaskFilter filter = TaskFilter.ALL;

    FilterDraft(Instant now, boolean masked) {
        this.now = now;
        this.masked = masked;
    }

    /** Puts a clause that is not negated into the filter; returns false if the filter has no room for it. */
    boolean take(Field field, Clause clause) {
        TaskFilter next = taken.contains(field) ? null : with(field, clause);
        if (next == null) {
            return false;
        }
        taken.add(field);
        filter = next;
        return true;
    }

    private TaskFilter with(Field field, Clause clause) {
        String value = clause.value();
        return switch (field) {
            case QUEUE -> filter.inQueues(Conditions.queues(clause).toArray(String[]::new));
            case STATE -> filter.inStates(Conditions.states(clause).toArray(TaskState[]::new));
            case ID -> filter.withId(value);
            case TYPE -> filter.withType(value);
            case ERROR -> filter.withError(value);
            case GROUP -> filter.inGroup(value);
            // the inspector sees what is masked
            case HEADER -> masked ? null : filter.withHeader(value);
            case PAYLOAD -> masked ? null : filter.withPayload(value);
            case RETRIED -> clause.operator().equals(">=") ? filter.withMinRetried(Conditions.number(clause)) : null;
            case AGE -> isLonger(clause) ? filter.notAfter(now.minus(Durations.of(clause))) : null;
            case FAILED -> isLonger(clause) ? filter.failedBefore(now.minus(Durations.of(clause))) : null;
        };
    }

    private static boolean isLonger(Clause clause) {
        return clause.operator().equals(">");
    }

    void leave(Predicate<InspectedTask> clause) {
        rest.add(clause);
    }

    TaskFilter filter() {
        return filter;
    }

    List<Predicate<InspectedTask>> rest() {
        return rest;
    }
}

package io.github.asynqee.console.query;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.internal.shard.Shards;

/** Compiles clauses to conditions on tasks. */
final class ClauseCompiler {

    private static final int MAX_DIGITS = 9;

    private final Instant now;
    private final MaskedView view;
    private final LatestPayload payload;

    ClauseCompiler(Instant now, MaskedView view) {
        this.now = now;
        this.view = view;
        this.payload = new LatestPayload(view.payloadText());
    }

    /** Compiles a tree; the exception names the error in a clause. */
    Predicate<InspectedTask> of(Node node) {
        if (node instanceof Node.Not not) {
            return of(not.part()).negate();
        }
        if (node instanceof Node.Term term) {
            return of(term.clause());
        }
        if (node instanceof Node.All all) {
            List<Predicate<InspectedTask>> parts = all.parts().stream().map(this::of).toList();
            return task -> parts.stream().allMatch(part -> part.test(task));
        }
        List<Predicate<InspectedTask>> parts = ((Node.Any) node).parts().stream().map(this::of).toList();
        return task -> parts.stream().anyMatch(part -> part.test(task));
    }

    private Predicate<InspectedTask> of(Clause clause) {
        if (clause.field() == null) {
            return anywhere(clause);
        }
        Field field = Field.of(clause);
        if (!clause.path().isEmpty()) {
            PayloadMember member = new PayloadMember(clause);
            return task -> member.test(payload.json(task.info()));
        }
        return of(field, clause);
    }

    private Predicate<InspectedTask> of(Field field, Clause clause) {
        String value = clause.value();
        return switch (field) {
            case QUEUE -> of(queues(clause));
            case STATE -> {
                Set<TaskState> states = states(clause);
                yield task -> states.contains(task.info().state());
            }
            case ID -> task -> clause.isIn(task.info().id());
            case TYPE -> task -> task.info().type().regionMatches(true, 0, value, 0, value.length());
            case PAYLOAD -> task -> clause.isIn(payload.text(task.info()));
            case ERROR -> task -> clause.isIn(view.error().apply(task.info().lastError()));
            case HEADER -> task -> view.headers().apply(task.info().headers()).entrySet().stream()
                    .anyMatch(header -> clause.isIn(header.getKey() + "=" + header.getValue()));
            case GROUP -> task -> value.equals(task.info().group());
            case AGE -> time(clause, task -> isScheduledForLater(task) ? null : task.since());
            case FAILED -> time(clause, task -> task.info().lastFailedAt());
            case RETRIED -> {
                LongPredicate comparison = comparison(clause);
                yield task -> comparison.test(task.info().retried());
            }
        };
    }

    private static Predicate<InspectedTask> of(Set<String> queues) {
        return task -> queues.contains(task.info().queue()) || queues.contains(Shards.logical(task.info().queue()));
    }

    /** The condition that a part of ID, type, payload or error contains the value. */
    private Predicate<InspectedTask> anywhere(Clause clause) {
        return task -> clause.isIn(task.info().id()) || clause.isIn(task.info().type())
                || clause.isIn(view.error().apply(task.info().lastError())) || clause.isIn(payload.text(task.info()));
    }

    /**
     * Whether a task is scheduled for later. Such a task has no age, because its time is the time at which it is due.
     */
    private boolean isScheduledForLater(InspectedTask task) {
        return task.info().state() == TaskState.SCHEDULED && task.since() != null && task.since().isAfter(now);
    }

    private Predicate<InspectedTask> time(Clause clause, Function<InspectedTask, Instant> time) {
        Instant limit = now.minus(Durations.of(clause));
        boolean longer = clause.operator().equals(">");
        return task -> {
            Instant at = time.apply(task);
            return at != null && (longer ? at.isBefore(limit) : at.isAfter(limit));
        };
    }

    private static LongPredicate comparison(Clause clause) {
        long number = number(clause);
        return value -> clause.holds(Long.compare(value, number));
    }

    static int number(Clause clause) {
        if (!clause.value().matches("[0-9]{1," + MAX_DIGITS + "}")) {
            throw new QueryException("\"" + clause.value() + "\" is not a number", clause.valuePosition(),
                    clause.valueLength(), List.of("0", "3"));
        }
        return Integer.parseInt(clause.value());
    }

    static Set<String> queues(Clause clause) {
        return new LinkedHashSet<>(parts(clause));
    }

    static Set<TaskState> states(Clause clause) {
        Set<TaskState> states = new LinkedHashSet<>();
        int offset = clause.valuePosition() + (clause.valueLength() > clause.value().length() ? 1 : 0);
        for (String part : parts(clause)) {
            TaskState state = Stream.of(TaskState.values())
                    .filter(each -> each.name().equalsIgnoreCase(part)).findFirst().orElse(null);
            if (state == null) {
                throw new QueryException("There is no state " + part, offset, part.length(), stateNames());
            }
            states.add(state);
            offset += part.length() + 1;
        }
        return states;
    }

    private static List<String> stateNames() {
        return Stream.of(TaskState.values()).map(state -> state.name().toLowerCase(Locale.ROOT)).toList();
    }

    private static List<String> parts(Clause clause) {
        List<String> parts = Arrays.asList(clause.value().split(",", -1));
        if (parts.stream().anyMatch(String::isEmpty)) {
            int comma = parts.stream().takeWhile(part -> !part.isEmpty()).collect(Collectors.joining(",")).length();
            throw new QueryException("A name is missing beside a comma", clause.valuePosition() + comma, 1,
                    clause.field().equalsIgnoreCase("state") ? stateNames() : List.of("the name of a queue"));
        }
        return parts;
    }
}

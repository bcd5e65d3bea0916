package io.github.asynqee.console.query;

import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.TaskFilter;

/**
 * The queues and states that can have tasks of a query; no others are read.
 *
 * @param queues {@code null} for all
 * @param states never {@code null}
 */
record Scope(Set<String> queues, Set<TaskState> states) {

    private static final Set<TaskState> ANY = EnumSet.allOf(TaskState.class);
    private static final Scope EVERYWHERE = new Scope(null, ANY);
    /** No queue has an empty name. */
    private static final String NO_QUEUE = "";

    static Scope of(Node node) {
        return of(node, false);
    }

    private static Scope of(Node node, boolean negated) {
        if (node instanceof Node.Not not) {
            return of(not.part(), !negated);
        }
        if (node instanceof Node.Term term) {
            return of(term.clause(), negated);
        }
        boolean all = node instanceof Node.All;
        List<Node> parts = node instanceof Node.All each ? each.parts() : ((Node.Any) node).parts();
        List<Scope> scopes = parts.stream().map(part -> of(part, negated)).toList();
        return all == negated ? scopes.stream().reduce(Scope::or).orElse(EVERYWHERE)
                : scopes.stream().reduce(EVERYWHERE, Scope::and);
    }

    private static Scope of(Clause clause, boolean negated) {
        String field = clause.field() == null ? "" : clause.field().toUpperCase(Locale.ROOT);
        if (field.equals(Field.QUEUE.name()) && !negated) {
            return new Scope(ClauseCompiler.queues(clause), ANY);
        }
        if (field.equals(Field.STATE.name())) {
            Set<TaskState> states = EnumSet.copyOf(ClauseCompiler.states(clause));
            return new Scope(null, negated ? EnumSet.complementOf(EnumSet.copyOf(states)) : states);
        }
        return EVERYWHERE;
    }

    private Scope and(Scope other) {
        Set<String> both = queues == null ? other.queues : new HashSet<>(queues);
        if (queues != null && other.queues != null) {
            both.retainAll(other.queues);
        }
        Set<TaskState> common = EnumSet.copyOf(ANY);
        common.retainAll(states);
        common.retainAll(other.states);
        return new Scope(both, common);
    }

    private Scope or(Scope other) {
        if (isEmpty() || other.isEmpty()) {
            return isEmpty() ? other : this;
        }
        Set<String> either = queues == null || other.queues == null ? null : new HashSet<>(queues);
        if (either != null) {
            either.addAll(other.queues);
        }
        Set<TaskState> union = EnumSet.copyOf(states);
        union.addAll(other.states);
        return new Scope(either, union);
    }

    private boolean isEmpty() {
        return states.isEmpty() || queues != null && queues.isEmpty();
    }

    /** A filter for all tasks of the scope. */
    TaskFilter filter() {
        if (isEmpty()) {
            return TaskFilter.ALL.inQueues(NO_QUEUE);
        }
        TaskFilter filter = queues == null ? TaskFilter.ALL : TaskFilter.ALL.inQueues(queues.toArray(String[]::new));
        return states.containsAll(ANY) ? filter : filter.inStates(states.toArray(TaskState[]::new));
    }
}

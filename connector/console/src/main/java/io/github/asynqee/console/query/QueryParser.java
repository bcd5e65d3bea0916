package io.github.asynqee.console.query;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import io.github.asynqee.inspect.InspectedTask;

/**
 * Parses queries: clauses separated by spaces, which must all be true; {@code OR} between alternatives, parentheses
 * around them, and {@code -} to negate a clause.
 *
 * <p>{@code queue:} and {@code state:} take several names joined by commas. {@code type:} matches the beginning of the
 * type; {@code id: payload: error: header:} match parts of the text, ignoring case, a header written as {@code
 * name=value}; {@code group:} matches the whole name. {@code age>1h} finds tasks that have been in their state for more
 * than an hour, {@code failed<1h} finds tasks whose last failure was less than an hour ago. {@code
 * payload.customer.id:42} compares a member of a JSON payload. Bare text matches a part of ID, type, payload or error.
 */
public final class QueryParser {

    private static final int MAX_LENGTH = 4_000;

    private final Clock clock;
    private final MaskedView view;

    /**
     * Creates a parser.
     *
     * @param clock the time from which {@code age} and {@code failed} are measured
     * @param view the tasks as the user may see them
     */
    public QueryParser(Clock clock, MaskedView view) {
        this.clock = clock;
        this.view = view;
    }

    /**
     * Parses a query.
     *
     * @param text the query, empty for all tasks
     * @return the query
     * @throws QueryException if the query is invalid; the exception contains the position of the error and the allowed
     *        texts
     */
    public Query parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new QueryException("The query is too long", MAX_LENGTH, text.length() - MAX_LENGTH, List.of());
        }
        Node node = Grammar.parse(text);
        ClauseCompiler compiler = new ClauseCompiler(clock.instant(), view);
        List<Node> parts = node instanceof Node.All all ? all.parts() : List.of(node);
        List<Predicate<InspectedTask>> tests = parts.stream().map(compiler::of).toList();
        Scope scope = Scope.of(node);
        FilterDraft draft = new FilterDraft(scope.filter(), clock.instant(), view.masked());
        List<Predicate<InspectedTask>> rest = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            if (!isLeftOut(parts.get(i)) && !(parts.get(i) instanceof Node.Term term && draft.take(term.clause()))) {
                rest.add(tests.get(i));
            }
        }
        return new Query(Printer.print(node), draft.filter(), rest);
    }

    /**
     * Whether a part can be omitted: it is a negated clause on states, and therefore true for all states of the filter.
     */
    private static boolean isLeftOut(Node part) {
        return part instanceof Node.Not not && not.part() instanceof Node.Term term && term.clause().field() != null
                && Field.of(term.clause()) == Field.STATE;
    }
}

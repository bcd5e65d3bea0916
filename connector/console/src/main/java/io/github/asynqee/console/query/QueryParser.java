package io.github.asynqee.console.query;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

import io.github.asynqee.inspect.InspectedTask;

/**
 * Understands queries: clauses joined by spaces, all of which must be true; {@code -} before a clause negates it.
 *
 * <p>{@code queue:} and {@code state:} take several names joined by commas. {@code type:} is the beginning of the type;
 * {@code id: payload: error: header:} are parts of the text, without regard to case, a header written as
 * {@code name=value}; {@code group:} is the whole name. {@code age>1h} finds tasks that have been in their state for more than
 * an hour, {@code failed<1h} those whose last failure was less than an hour ago. Bare text is a part of ID, type, payload or
 * error.
 */
public final class QueryParser {

    private static final int MAX_LENGTH = 4_000;

    private final Clock clock;
    private final Function<byte[], String> payloadText;
    private final boolean masked;

    /**
     * Creates a parser.
     *
     * @param clock the time from which {@code age} and {@code failed} are measured
     * @param payloadText the text of a payload as the user may see it, {@code null} if it is binary
     * @param masked whether that text may differ from the payload
     */
    public QueryParser(Clock clock, Function<byte[], String> payloadText, boolean masked) {
        this.clock = clock;
        this.payloadText = payloadText;
        this.masked = masked;
    }

    /**
     * Understands a query.
     *
     * @param text the query, empty for all tasks
     * @return the query
     * @throws QueryException names the position of what is wrong, and what is allowed there
     */
    public Query parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new QueryException("The query is too long", MAX_LENGTH, text.length() - MAX_LENGTH, List.of());
        }
        Instant now = clock.instant();
        Conditions conditions = new Conditions(now, payloadText);
        FilterDraft draft = new FilterDraft(now, masked);
        for (Clause clause : Scanner.scan(text)) {
            if (clause.field() == null) {
                draft.leave(negate(clause, conditions.anywhere(clause.value())));
                continue;
            }
            Field field = Field.of(clause);
            Predicate<InspectedTask> condition = conditions.of(field, clause);
            if (clause.negated() || !draft.take(field, clause)) {
                draft.leave(negate(clause, condition));
            }
        }
        return new Query(text, draft.filter(), draft.rest());
    }

    private static Predicate<InspectedTask> negate(Clause clause,
            Predicate<InspectedTask> condition) {
        return clause.negated() ? condition.negate() : condition;
    }
}

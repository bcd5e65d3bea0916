package io.github.asynqee.console.query;

import java.util.List;

/**
 * A clause as written, without the {@code -} before it.
 *
 * @param field {@code null} for bare text
 * @param path the names of members below the field, for {@code payload.customer.id} two; otherwise empty
 * @param operator an operator of {@link Field}; {@code null} for bare text
 * @param value without quotes and escapes
 * @param position the position of the first character
 * @param valuePosition of the first character of the value, including its quote
 * @param end after the last character
 */
record Clause(String field, List<String> path, String operator, String value, int position, int valuePosition,
        int end) {

    int valueLength() {
        return end - valuePosition;
    }

    /** Whether a text contains the value; {@code null} contains none. */
    boolean isIn(String text) {
        return CaseInsensitive.contains(text, value);
    }

    /** Whether the result of a comparison satisfies the operator. */
    boolean holds(int comparison) {
        return switch (operator) {
            case "<" -> comparison < 0;
            case "<=" -> comparison <= 0;
            case ">" -> comparison > 0;
            case ">=" -> comparison >= 0;
            default -> comparison == 0;
        };
    }
}

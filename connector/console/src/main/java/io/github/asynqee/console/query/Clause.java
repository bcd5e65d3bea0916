package io.github.asynqee.console.query;

/**
 * A clause as written.
 *
 * @param negated whether it began with {@code -}
 * @param field {@code null} for bare text
 * @param operator {@code ":"}, {@code "<"}, {@code ">"}, {@code "<="}, {@code ">="}; {@code null} for bare text
 * @param value without quotes and escapes
 * @param position of the first character, that of {@code -} included
 * @param valuePosition of the first character of the value, that of a quote included
 * @param end after the last character
 */
record Clause(boolean negated, String field, String operator, String value, int position, int valuePosition, int end) {

    int length() {
        return end - position;
    }

    int valueLength() {
        return end - valuePosition;
    }
}

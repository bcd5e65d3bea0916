package io.github.asynqee.console.query;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a query into clauses: {@code field:value}, {@code field<value}, {@code "bare text"}, each with an optional
 * {@code -} before it. A value in double quotes may have spaces; {@code \"} and {@code \\} stand for quote and backslash.
 */
final class Scanner {

    private static final char QUOTE = '"';
    private static final char ESCAPE = '\\';

    private final String text;
    private int at;

    private Scanner(String text) {
        this.text = text;
    }

    static List<Clause> scan(String text) {
        return new Scanner(text).clauses();
    }

    private List<Clause> clauses() {
        List<Clause> clauses = new ArrayList<>();
        skipSpaces();
        while (at < text.length()) {
            clauses.add(clause());
            skipSpaces();
        }
        return clauses;
    }

    private Clause clause() {
        int start = at;
        boolean negated = text.charAt(at) == '-';
        if (negated) {
            at++;
            if (at == text.length() || Character.isWhitespace(text.charAt(at))) {
                throw new QueryException("A clause is missing after -", start, 1, Field.expected());
            }
        }
        int fieldStart = at;
        String field = fieldName();
        if (field == null) {
            at = fieldStart;
            String value = value(false);
            return new Clause(negated, null, null, value, start, fieldStart, at);
        }
        String operator = operator();
        int valueStart = at;
        String value = value(true);
        return new Clause(negated, field, operator, value, start, valueStart, at);
    }

    /** A word of letters that is followed by an operator, or {@code null}. */
    private String fieldName() {
        int start = at;
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            at++;
        }
        boolean isField = at > start && at < text.length() && isOperator(text.charAt(at));
        return isField ? text.substring(start, at) : null;
    }

    private static boolean isOperator(char c) {
        return c == ':' || c == '<' || c == '>';
    }

    private String operator() {
        char c = text.charAt(at++);
        if (c != ':' && at < text.length() && text.charAt(at) == '=') {
            at++;
            return c + "=";
        }
        return String.valueOf(c);
    }

    private String value(boolean ofField) {
        if (at < text.length() && text.charAt(at) == QUOTE) {
            return quoted();
        }
        int start = at;
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            if (text.charAt(at) == QUOTE) {
                throw new QueryException("A quote is only allowed around a whole value", at, 1,
                        List.of("\"…\" around the whole value", "a space"));
            }
            at++;
        }
        if (ofField && at == start) {
            throw new QueryException("A value is missing", start, 0, List.of("a value", "\"a value with spaces\""));
        }
        return text.substring(start, at);
    }

    private String quoted() {
        int start = at++;
        StringBuilder value = new StringBuilder();
        while (at < text.length() && text.charAt(at) != QUOTE) {
            if (text.charAt(at) == ESCAPE && at + 1 < text.length()
                    && (text.charAt(at + 1) == QUOTE || text.charAt(at + 1) == ESCAPE)) {
                at++;
            }
            value.append(text.charAt(at++));
        }
        if (at == text.length()) {
            throw new QueryException("The quote is not closed", start, text.length() - start, List.of("\""));
        }
        at++;
        if (value.length() == 0) {
            throw new QueryException("The value is empty", start, at - start, List.of("\"a value\""));
        }
        if (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            throw new QueryException("A space is missing after the quote", at, 1, List.of("a space"));
        }
        return value.toString();
    }

    private void skipSpaces() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}

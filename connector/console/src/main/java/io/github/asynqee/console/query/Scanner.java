package io.github.asynqee.console.query;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.console.query.Token.Kind;

/**
 * Splits a query into tokens: clauses, {@code -}, {@code OR}, {@code AND}, {@code NOT} and parentheses. A clause is
 * {@code field:value} or bare text. A value in double quotes may have spaces; {@code \"} and {@code \\} stand for quote and
 * backslash. A value without quotes ends at a space, or at a {@code )} that has no {@code (} in the value.
 */
final class Scanner {

    private static final char QUOTE = '"';
    private static final char ESCAPE = '\\';
    private static final String PATHS = "payload";

    private final String text;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Scanner(String text) {
        this.text = text;
    }

    static List<Token> scan(String text) {
        Scanner scanner = new Scanner(text);
        scanner.skipSpaces();
        while (scanner.at < text.length()) {
            scanner.next();
            scanner.skipSpaces();
        }
        return scanner.tokens;
    }

    private void next() {
        Kind word = word();
        if (word != null) {
            token(word, word.name().length());
            return;
        }
        switch (text.charAt(at)) {
            case '(' -> token(Kind.OPEN, 1);
            case ')' -> token(Kind.CLOSE, 1);
            case '|' -> token(Kind.OR, 1);
            case '-' -> {
                token(Kind.NOT, 1);
                if (isEnd(at) || text.charAt(at) == ')') {
                    throw new QueryException("A clause is missing after -", at - 1, 1, Field.expected());
                }
                if (text.charAt(at) != '(') {
                    clause();
                }
            }
            default -> clause();
        }
    }

    private void token(Kind kind, int length) {
        tokens.add(new Token(kind, null, at, at + length));
        at += length;
    }

    /** An operator in capital letters, followed by a space or a parenthesis. */
    private Kind word() {
        for (Kind kind : List.of(Kind.OR, Kind.AND, Kind.NOT)) {
            int end = at + kind.name().length();
            if (text.startsWith(kind.name(), at)
                    && (isEnd(end) || text.charAt(end) == '(' || text.charAt(end) == ')')) {
                return kind;
            }
        }
        return null;
    }

    private boolean isEnd(int index) {
        return index >= text.length() || Character.isWhitespace(text.charAt(index));
    }

    private void clause() {
        int start = at;
        String field = word(start);
        List<String> path = field != null && field.equalsIgnoreCase(PATHS) ? path() : List.of();
        String operator = field == null ? null : operator(!path.isEmpty());
        if (operator == null && !path.isEmpty()) {
            throw new QueryException("An operator is missing after " + text.substring(start, at), at, 0,
                    Field.PAYLOAD.operatorsOfMembers());
        }
        at = operator == null ? start : at;
        int valueStart = at;
        String value = value(operator != null);
        Clause clause = new Clause(operator == null ? null : field, path, operator, value, start, valueStart, at);
        tokens.add(new Token(Kind.CLAUSE, clause, start, at));
    }

    /** A word of letters, or {@code null}. */
    private String word(int start) {
        while (at < text.length() && Character.isLetter(text.charAt(at))) {
            at++;
        }
        return at == start ? null : text.substring(start, at);
    }

    /** Names of members, each after a dot. */
    private List<String> path() {
        List<String> path = new ArrayList<>();
        while (at < text.length() && text.charAt(at) == '.') {
            int start = ++at;
            if (at < text.length() && text.charAt(at) == QUOTE) {
                path.add(quoted());
                continue;
            }
            while (!isEnd(at) && ".:<>=~\"()|".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            if (at == start) {
                throw new QueryException("The name of a member is missing", start, 0,
                        List.of("a name", "\"a name with spaces\""));
            }
            path.add(text.substring(start, at));
        }
        return path;
    }

    /** The operator here, or {@code null}. */
    private String operator(boolean ofMember) {
        char c = at < text.length() ? text.charAt(at) : ' ';
        if (c != ':' && c != '<' && c != '>' && !(ofMember && c == '~')) {
            return null;
        }
        at++;
        if ((c == '<' || c == '>') && at < text.length() && text.charAt(at) == '=') {
            at++;
            return c + "=";
        }
        return String.valueOf(c);
    }

    private String value(boolean ofField) {
        if (at < text.length() && text.charAt(at) == QUOTE) {
            return quotedValue();
        }
        int start = at;
        if (at < text.length() && text.charAt(at) == '(') {
            throw new QueryException("A value that begins with a parenthesis has to be in quotes", at, 1,
                    List.of("a value", "\"(a value\""));
        }
        int open = 0;
        while (!isEnd(at) && !(text.charAt(at) == ')' && open == 0)) {
            char c = text.charAt(at);
            if (c == QUOTE) {
                throw new QueryException("A quote is only allowed around a whole value", at, 1,
                        List.of("\"…\" around the whole value", "a space"));
            }
            open += c == '(' ? 1 : c == ')' ? -1 : 0;
            at++;
        }
        if (ofField && at == start) {
            throw new QueryException("A value is missing", start, 0, List.of("a value", "\"a value with spaces\""));
        }
        return text.substring(start, at);
    }

    private String quotedValue() {
        String value = quoted();
        if (!isEnd(at) && text.charAt(at) != ')' && text.charAt(at) != '|') {
            throw new QueryException("A space is missing after the quote", at, 1, List.of("a space"));
        }
        return value;
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
        return value.toString();
    }

    private void skipSpaces() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}

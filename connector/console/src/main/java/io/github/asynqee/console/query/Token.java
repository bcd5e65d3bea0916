package io.github.asynqee.console.query;

/**
 * A part of a query.
 *
 * @param kind its kind
 * @param clause the clause, {@code null} for the other kinds
 * @param position the position of the first character
 * @param end after the last character
 */
record Token(Kind kind, Clause clause, int position, int end) {

    /** The kinds of tokens. */
    enum Kind {
        CLAUSE, NOT, AND, OR, OPEN, CLOSE
    }

    int length() {
        return end - position;
    }
}

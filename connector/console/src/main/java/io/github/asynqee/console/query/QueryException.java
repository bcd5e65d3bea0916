package io.github.asynqee.console.query;

import java.util.List;

/** A query cannot be understood. */
public class QueryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int position;
    private final int length;
    private final transient List<String> expected;

    QueryException(String message, int position, int length, List<String> expected) {
        super(message);
        this.position = position;
        this.length = length;
        this.expected = List.copyOf(expected);
    }

    /** The index of the first character that is wrong. */
    public int position() {
        return position;
    }

    /** The number of characters that are wrong; 0 if something is missing. */
    public int length() {
        return length;
    }

    /** The allowed texts, as a user would write them. */
    public List<String> expected() {
        return expected;
    }
}

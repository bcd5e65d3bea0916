package io.github.asynqee.console.http;

import java.util.List;

import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.view.Page;

/** Parameters of lists. */
public final class Paging {

    private static final int MAX_LIMIT = 1_000;

    private Paging() {}

    public static int limit(Integer limit, int ifAbsent) {
        if (limit == null) {
            return ifAbsent;
        }
        if (limit < 1 || limit > MAX_LIMIT) {
            throw ProblemException.badRequest("limit must be from 1 to " + MAX_LIMIT + ".");
        }
        return limit;
    }

    /** A page of a complete list; its cursor is a position. */
    public static <T> Page<T> part(List<T> all, String cursor, int limit) {
        int from = Math.min(position(cursor), all.size());
        int to = Math.min(from + limit, all.size());
        return new Page<>(List.copyOf(all.subList(from, to)), to < all.size() ? String.valueOf(to) : null,
                (long) all.size());
    }

    /** The position of a cursor, 0 for none. */
    public static int position(String cursor) {
        if (cursor == null || cursor.isEmpty()) {
            return 0;
        }
        if (!cursor.matches("\\d{1,8}")) {
            throw ProblemException.badRequest("cursor is not from a page.");
        }
        return Integer.parseInt(cursor);
    }
}

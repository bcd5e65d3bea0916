package io.github.asynqee.console.view;

import java.util.List;

/**
 * A part of a list.
 *
 * @param next the cursor of the next part, {@code null} at the end
 * @param total the number of all items, {@code null} if it is not known
 */
public record Page<T>(List<T> items, String next, Long total) {

    /** All of a short list. */
    public static <T> Page<T> all(List<T> items) {
        return new Page<>(items, null, (long) items.size());
    }
}

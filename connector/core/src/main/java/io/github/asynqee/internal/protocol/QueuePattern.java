package io.github.asynqee.internal.protocol;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Patterns in place of the names of queues: {@code tenant-*} matches all queues whose names begin with {@code tenant-}.
 */
public final class QueuePattern {

    private static final String ANY = "*";

    private QueuePattern() {}

    /** Whether a text in place of a queue's name is a pattern. */
    public static boolean isOne(String queue) {
        return queue.endsWith(ANY);
    }

    /** Whether a pattern, or the name of a queue, matches a queue. */
    public static boolean covers(String pattern, String queue) {
        return isOne(pattern) ? queue.startsWith(pattern.substring(0, pattern.length() - ANY.length()))
                : pattern.equals(queue);
    }

    /**
     * Selects, for a queue, its name if it is listed, or else the longest matching pattern; empty if nothing matches.
     */
    public static Optional<String> best(Collection<String> patterns, String queue) {
        return patterns.stream().filter(pattern -> covers(pattern, queue)).max(
                Comparator.<String, Boolean>comparing(pattern -> !isOne(pattern)).thenComparing(String::length));
    }
}

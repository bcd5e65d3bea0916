package io.github.asynqee.console.config;

import java.util.List;
import java.util.TreeSet;

import io.github.asynqee.internal.shard.Shards;

/**
 * The queues that a user may see and change. A name like {@code mails~3} is the name of a shard: it is in the scope if
 * the queue {@code mails} is in the scope, or if a pattern matches the shard's name.
 *
 * @param patterns names of queues, sorted; {@code *} matches any text without a <code>}</code>, because a queue name
 *        with this character could have keys that look like keys of another queue
 */
public record QueueScope(List<String> patterns) {

    /** All queues. */
    public static final QueueScope ALL = new QueueScope(List.of("*"));

    /** Sorts the patterns, so that scopes with the same patterns are equal. */
    public QueueScope {
        patterns = List.copyOf(new TreeSet<>(patterns));
    }

    /** Whether nothing is hidden. */
    public boolean isAll() {
        return patterns.contains("*");
    }

    /** Whether a queue is in the scope; {@code null}, for no queue, is only in the scope of all queues. */
    public boolean contains(String queue) {
        if (isAll() || queue == null) {
            return isAll();
        }
        String logical = Shards.logical(queue);
        return patterns.contains(queue) || patterns.stream().anyMatch(pattern -> matches(pattern, logical));
    }

    /**
     * Whether a pattern matches. Does not use regular expressions, whose run time could grow fast with the length of
     * the name.
     */
    private static boolean matches(String pattern, String name) {
        int star = -1;
        int retry = 0;
        int p = 0;
        int n = 0;
        while (n < name.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                star = p++;
                retry = n;
            } else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
                p++;
                n++;
            } else if (star >= 0 && name.charAt(retry) != '}') {
                p = star + 1;
                n = ++retry;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}

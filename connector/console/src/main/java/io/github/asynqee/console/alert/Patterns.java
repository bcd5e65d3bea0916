package io.github.asynqee.console.alert;

import java.util.List;

import io.github.asynqee.console.config.QueueScope;

/** Patterns of queue names, in which an asterisk matches any text. */
final class Patterns {

    private Patterns() {}

    /**
     * Whether a pattern matches. The run time is at most proportional to the product of both lengths, because a user's
     * pattern can have many asterisks.
     */
    static boolean matches(String pattern, String queue) {
        return new QueueScope(List.of(pattern)).contains(queue);
    }
}

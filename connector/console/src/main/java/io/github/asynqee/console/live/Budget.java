package io.github.asynqee.console.live;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The number of commands that a part of a reading may use. */
final class Budget {

    private long left;

    Budget(long commands) {
        this.left = commands;
    }

    /** Takes the first of some items: as many as the remaining commands allow, but at least one. */
    <T> List<T> take(Stream<T> items, ToLongFunction<T> cost) {
        return items.takeWhile(item -> {
            boolean paid = left > 0;
            left -= paid ? cost.applyAsLong(item) : 0;
            return paid;
        }).toList();
    }

    long left() {
        return Math.max(0, left);
    }
}

package io.github.asynqee.console.live;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** The commands that a part of a reading may cost. */
final class Budget {

    private long left;

    Budget(long commands) {
        this.left = commands;
    }

    /** The first of some items, as many as can be paid; at least one. */
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

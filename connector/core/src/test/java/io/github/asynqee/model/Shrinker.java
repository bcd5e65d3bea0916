package io.github.asynqee.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Makes a failing sequence short. */
final class Shrinker {

    private Shrinker() {}

    /** Leaves out what is not needed to fail: ever smaller parts, until no single operation can be left out. */
    static List<Operation> shrink(List<Operation> failing, Predicate<List<Operation>> fails) {
        List<Operation> shortest = failing;
        int part = Math.max(1, shortest.size() / 2);
        while (true) {
            List<Operation> shorter = without(shortest, part, fails);
            if (shorter != null) {
                shortest = shorter;
            } else if (part == 1) {
                return shortest;
            } else {
                part = part / 2;
            }
        }
    }

    private static List<Operation> without(List<Operation> all, int part, Predicate<List<Operation>> fails) {
        for (int from = 0; from < all.size(); from += part) {
            List<Operation> rest = new ArrayList<>(all);
            rest.subList(from, Math.min(all.size(), from + part)).clear();
            if (fails.test(rest)) {
                return rest;
            }
        }
        return null;
    }
}

package io.github.asynqee.record;

import java.util.EnumSet;
import java.util.Set;

/** Expected key space and result of a step: the record with the declared differences applied. */
final class Expected {

    private final Step step;
    private final Set<Difference> met = EnumSet.noneOf(Difference.class);
    private Space after;
    private String answer = "";

    Expected(Step step) {
        this.step = step;
        this.after = step.after().copy();
    }

    Step step() {
        return step;
    }

    Space before() {
        return step.before();
    }

    /** The expected key space; may be modified. */
    Space after() {
        return after;
    }

    /** Starts again from another key space. */
    void after(Space other) {
        after = other.copy();
    }

    String answer() {
        return answer;
    }

    void answer(String expected) {
        answer = expected;
    }

    /** Returns the expected message in hex digits, with unknown fields, which Go drops. */
    String message(String recorded, String stored) {
        boolean kept = !Canonical.message(recorded).equals(Canonical.message(stored))
                && Canonical.message(recorded).equals(Canonical.withoutUnknownFields(stored));
        if (kept) {
            meet(Difference.UNKNOWN_FIELDS_KEPT);
        }
        return Raw.hex(Canonical.message(kept ? stored : recorded));
    }

    /** Records that a declared difference applies. */
    void meet(Difference difference) {
        met.add(difference);
    }

    Set<Difference> met() {
        return met;
    }
}

package io.github.asynqee.record;

import java.util.EnumSet;
import java.util.Set;

/** What a step is expected to leave and to answer: what was recorded, but for the declared differences. */
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

    /** The key space to be left; may be changed. */
    Space after() {
        return after;
    }

    /** Begins again from another key space. */
    void after(Space other) {
        after = other.copy();
    }

    String answer() {
        return answer;
    }

    void answer(String expected) {
        answer = expected;
    }

    /** A message as it is to be handed out: with the fields of later versions, which Go leaves out. In hex digits. */
    String message(String recorded, String stored) {
        boolean kept = !Canonical.message(recorded).equals(Canonical.message(stored))
                && Canonical.message(recorded).equals(Canonical.withoutUnknownFields(stored));
        if (kept) {
            meet(Difference.UNKNOWN_FIELDS_KEPT);
        }
        return Raw.hex(Canonical.message(kept ? stored : recorded));
    }

    /** Here a declared difference shows. */
    void meet(Difference difference) {
        met.add(difference);
    }

    Set<Difference> met() {
        return met;
    }
}

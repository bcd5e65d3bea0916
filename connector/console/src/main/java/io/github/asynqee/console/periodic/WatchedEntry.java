package io.github.asynqee.console.periodic;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.json.Stored;
import io.github.asynqee.inspect.PeriodicEntryDetails;

/**
 * The stored observations of an entry.
 *
 * @param since time from which its runs are expected: first seen, spec changed, or resumed
 * @param goneSince time since which no scheduler publishes it, {@code null} if a scheduler does
 */
record WatchedEntry(String id, String spec, String type, String queue, List<String> options, boolean controllable,
        boolean paused, Instant since, Instant goneSince) {

    static WatchedEntry of(PeriodicEntryDetails entry, WatchedEntry before, Instant now) {
        boolean same = before != null && before.spec.equals(entry.spec()) && !before.paused;
        return new WatchedEntry(entry.id(), entry.spec(), entry.taskType(), entry.queue(), entry.options(),
                entry.controllable(), entry.paused(), same ? before.since : now, null);
    }

    WatchedEntry gone(Instant now) {
        return new WatchedEntry(id, spec, type, queue, options, controllable, paused, since,
                goneSince == null ? now : goneSince);
    }

    /** Whether the entry differs in more than {@code since}, which changes while the entry is paused. */
    boolean differsFrom(WatchedEntry other) {
        return other == null || !equals(paused && other.paused ? new WatchedEntry(other.id, other.spec, other.type,
                other.queue, other.options, other.controllable, true, since, other.goneSince) : other);
    }

    /** Whether it can be shown; another program may have written it. */
    boolean isComplete() {
        return id != null && spec != null && type != null && queue != null && options != null && since != null;
    }

    static WatchedEntry of(Stored json) {
        return new WatchedEntry(json.text("id"), json.text("spec"), json.text("type"), json.text("queue"),
                json.texts("options"), json.flag("controllable"), json.flag("paused"), json.time("since"),
                json.time("goneSince"));
    }
}

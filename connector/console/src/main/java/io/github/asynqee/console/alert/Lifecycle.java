package io.github.asynqee.console.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import io.github.asynqee.console.notify.Event;
import io.github.asynqee.inspect.Finding;

/** Opens and resolves incidents, and chooses the messages that are due. */
final class Lifecycle {

    /** For how long the message that an incident is resolved is attempted. */
    static final Duration GIVE_UP = Duration.ofHours(24);
    private static final String UNREADABLE = "redis-node";

    private final Supplier<String> ids;

    Lifecycle(Supplier<String> ids) {
        this.ids = ids;
    }

    /** The incidents after a sample. Those that were never opened and are over are left out. */
    List<Incident> next(List<Incident> before, List<Finding> conditions, AlertSettings settings, Instant now) {
        List<Incident> after = new ArrayList<>();
        boolean partial = conditions.stream().anyMatch(each -> each.code().equals(UNREADABLE));
        for (Incident incident : before) {
            Optional<Finding> found = conditions.stream().filter(incident::isAbout).findFirst();
            if (incident.resolvedAt() != null) {
                after.add(incident);
            } else if (found.isPresent()) {
                after.add(incident.found(found.get(), opened(incident, settings, now)));
            } else if (partial && !incident.queue().isEmpty()) {
                // its queue may be on the node that cannot be read
                after.add(incident);
            } else if (incident.openedAt() != null) {
                Instant first = incident.absentSince() == null ? now : incident.absentSince();
                after.add(incident.absent(first, lasted(first, settings, now) ? now : null));
            }
        }
        for (Finding finding : conditions) {
            if (after.stream().noneMatch(each -> each.resolvedAt() == null && each.isAbout(finding))) {
                Incident seen = Incident.seen(ids.get(), finding, now);
                after.add(seen.found(finding, opened(seen, settings, now)));
            }
        }
        return after;
    }

    private static Instant opened(Incident incident, AlertSettings settings, Instant now) {
        if (incident.openedAt() != null) {
            return incident.openedAt();
        }
        return lasted(incident.since(), settings, now) ? now : null;
    }

    private static boolean lasted(Instant since, AlertSettings settings, Instant now) {
        return !now.isBefore(since.plus(settings.holdMs()));
    }

    /** The message that a target should get now. That an incident is resolved is sent in a silence, too: it ends the alert. */
    static Optional<Event> due(Incident incident, String target, AlertSettings settings, Instant now) {
        Delivery delivery = incident.delivery(target);
        if (incident.openedAt() == null || delivery.retryAt() != null && now.isBefore(delivery.retryAt())) {
            return Optional.empty();
        }
        if (incident.resolvedAt() != null) {
            return isOver(incident, target, now) ? Optional.empty() : Optional.of(Event.RESOLVED);
        }
        if (settings.silence(incident, now).isPresent()) {
            return Optional.empty();
        }
        if (delivery.opened() == null) {
            return Optional.of(Event.OPENED);
        }
        boolean again = !settings.reminderMs().isZero()
                && !now.isBefore(delivery.latest().plus(settings.reminderMs()));
        return again ? Optional.of(Event.REMINDER) : Optional.empty();
    }

    /** Whether a resolved incident needs no more messages to a target. */
    static boolean isOver(Incident incident, String target, Instant now) {
        Delivery delivery = incident.delivery(target);
        return !delivery.isKnown() || delivery.resolved() != null
                || !now.isBefore(incident.resolvedAt().plus(GIVE_UP));
    }
}

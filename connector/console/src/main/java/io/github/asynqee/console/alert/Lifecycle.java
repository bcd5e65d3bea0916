package io.github.asynqee.console.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.asynqee.console.alert.AlertConditions.Absence;
import io.github.asynqee.console.notify.Event;
import io.github.asynqee.console.notify.Message;
import io.github.asynqee.inspect.Finding;

/** Opens and resolves incidents, and chooses the messages that are due. */
final class Lifecycle {

    /** How long the console tries to send the message that an incident is resolved. */
    static final Duration GIVE_UP = Duration.ofHours(24);

    private final Supplier<String> ids;

    Lifecycle(Supplier<String> ids) {
        this.ids = ids;
    }

    /**
     * Returns the incidents after a sample, without incidents that ended before they were opened.
     *
     * @param absence returns why an incident has no condition
     */
    List<Incident> next(List<Incident> before, List<Finding> conditions, Function<Incident, Absence> absence,
            AlertSettings settings, Instant now) {
        List<Incident> after = new ArrayList<>();
        Set<String> unknownOfMany = new HashSet<>();
        for (Incident incident : before) {
            Optional<Finding> found = conditions.stream().filter(incident::isAbout).findFirst();
            if (incident.resolvedAt() != null) {
                after.add(incident);
            } else if (found.isPresent()) {
                after.add(incident.found(found.get(), opened(incident, settings, now)));
            } else {
                Absence kind = absence.apply(incident);
                if (kind == Absence.UNKNOWN && incident.queue().equals(Message.MANY_QUEUES)) {
                    unknownOfMany.add(incident.code());
                }
                absent(incident, kind, settings, now).ifPresent(after::add);
            }
        }
        for (Finding finding : conditions) {
            boolean isKnown = unknownOfMany.contains(finding.code())
                    || after.stream().anyMatch(each -> each.resolvedAt() == null && each.isAbout(finding));
            if (!isKnown) {
                Incident seen = Incident.seen(ids.get(), finding, now);
                after.add(seen.found(finding, opened(seen, settings, now)));
            }
        }
        return after;
    }

    /** Returns an absent incident after this sample; empty if it ended before it was opened. */
    private static Optional<Incident> absent(Incident incident, Absence absence, AlertSettings settings, Instant now) {
        if (absence == Absence.UNKNOWN) {
            return Optional.of(incident);
        }
        if (incident.openedAt() == null) {
            return Optional.empty();
        }
        Instant first = incident.absentSince() == null ? now : incident.absentSince();
        boolean isOver = absence == Absence.CERTAIN && lasted(first, settings, now);
        return Optional.of(incident.absent(first, isOver ? now : null));
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

    /**
     * Returns the message that is due for a target. A resolved incident is reported even during a silence, because it
     * ends the alert.
     */
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
        boolean again = incident.absentSince() == null && !settings.reminderMs().isZero()
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

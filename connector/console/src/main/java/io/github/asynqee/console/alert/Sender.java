package io.github.asynqee.console.alert;

import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

import io.github.asynqee.console.notify.DeliveryException;
import io.github.asynqee.console.notify.Event;
import io.github.asynqee.console.notify.Target;
import io.github.asynqee.console.notify.Targets;
import io.github.asynqee.internal.outage.FailureLog;

/** Sends the messages that are due, one after the other. Writes a record before and after each message. */
final class Sender {

    private static final System.Logger LOG = System.getLogger(Sender.class.getName());
    /** Maximum number of messages to one target in one step. */
    private static final int MAX_MESSAGES = 20;

    private final IncidentStore store;
    private final Targets targets;
    private final String holder;
    private final Clock clock;
    private final FailureLog failures = new FailureLog(LOG);

    Sender(IncidentStore store, Targets targets, String holder, Clock clock) {
        this.store = store;
        this.targets = targets;
        this.holder = holder;
        this.clock = clock;
    }

    void send(Collection<Incident> incidents, AlertSettings settings) {
        for (Target target : targets.all()) {
            int sent = 0;
            for (Incident incident : incidents) {
                Optional<Event> due = Lifecycle.due(incident, target.name(), settings, clock.instant());
                if (due.isPresent() && (++sent > MAX_MESSAGES || !send(target, incident.id(), due.get()))) {
                    // the lease is lost, or the target does not work; the other messages of the target wait for the
                    // next step
                    break;
                }
            }
        }
    }

    /** Reads the incident again: another target may have changed it in this step. */
    private boolean send(Target target, String id, Event event) {
        Incident incident = store.read().incidents().get(id);
        if (incident == null) {
            return true;
        }
        Instant now = clock.instant();
        Incident begun = incident.with(target.name(), incident.delivery(target.name()).begun(now));
        if (!save(begun)) {
            return false;
        }
        Delivery delivery;
        try {
            target.send(incident.message(event, targets, now));
            failures.succeeded(target.name());
            delivery = begun.delivery(target.name()).sent(event, now);
        } catch (DeliveryException e) {
            failures.failed(target.name(), e, () -> "an alert could not be sent to " + target.name()
                    + " and is retried: " + e.getMessage());
            delivery = begun.delivery(target.name()).failed(e.getMessage(), e.isMaybeSent());
        } catch (RuntimeException | StackOverflowError e) {
            // only this message, because the texts of findings contain names from Redis
            LOG.log(System.Logger.Level.ERROR, "an alert could not be sent to " + target.name() + " and is retried", e);
            return save(begun.with(target.name(), begun.delivery(target.name()).failed("the console failed", true)));
        }
        return save(begun.with(target.name(), delivery)) && delivery.error() == null;
    }

    private boolean save(Incident incident) {
        return store.save(holder, List.of(incident), List.of(), List.of(), null);
    }
}

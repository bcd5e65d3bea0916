package io.github.asynqee.console.alert;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.inspect.Finding.Severity;

/**
 * An incident, for users.
 *
 * @param code the code of the finding
 * @param queue a name, or a pattern; empty if it concerns Redis
 * @param manyQueues whether {@code queue} is a pattern of many names, not the name of one queue: {@code *}, or the
 *        pattern of a silence
 * @param state {@code waiting} until the finding has lasted for the configured time
 * @param openedAt when the incident was opened, {@code null} while it waits
 * @param resolvedAt when it was resolved, {@code null} before
 * @param silence the silence that covers it, {@code null} for none
 * @param deliveries the deliveries, by target
 */
public record IncidentView(String id, String code, String queue, boolean manyQueues,
        Severity severity, String message, String advice,
        @Member(values = "waiting|open|resolved") String state,
        Instant since, Instant openedAt, Instant resolvedAt, Silence silence,
        List<DeliveryView> deliveries) {

    /**
     * The messages to a target.
     *
     * @param state the state of the latest message; {@code unknown} if the node died during an attempt
     * @param at when the latest message was sent, {@code null} if none was
     * @param attempts failed attempts since
     * @param retryAt when the next attempt may be made, {@code null} unless one has failed
     * @param error the error of the last attempt, {@code null} if it has not failed
     */
    public record DeliveryView(String target,
            @Member(values = "none|sent|failed|unknown") String state,
            Instant at, long attempts,
            Instant retryAt, String error) {

        static DeliveryView of(String target, Delivery delivery) {
            String state = delivery.error() != null ? "failed"
                    : delivery.attempts() > 0 ? "unknown" : delivery.latest() != null ? "sent" : "none";
            return new DeliveryView(target, state, delivery.latest(), delivery.attempts(), delivery.retryAt(),
                    delivery.error());
        }
    }

    static IncidentView of(Incident incident, Silence silence, List<String> targets) {
        Map<String, Delivery> deliveries = new TreeMap<>(incident.deliveries());
        new TreeSet<>(targets).forEach(target -> deliveries.putIfAbsent(target, Delivery.NONE));
        String state = incident.resolvedAt() != null ? "resolved" : incident.isOpen() ? "open" : "waiting";
        return new IncidentView(incident.id(), incident.code(), incident.queue(),
                AlertConditions.isSum(incident), incident.severity(),
                incident.message(), incident.advice(), state, incident.since(), incident.openedAt(),
                incident.resolvedAt(), silence, deliveries.entrySet().stream()
                        .map(each -> DeliveryView.of(each.getKey(), each.getValue())).toList());
    }
}

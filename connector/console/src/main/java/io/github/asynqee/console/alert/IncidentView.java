package io.github.asynqee.console.alert;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import io.github.asynqee.inspect.Finding.Severity;

/**
 * An incident, for users.
 *
 * @param manyQueues whether {@code queue} is a pattern of many names, not the name of one
 * @param state {@code waiting} until it has lasted for the time set, {@code open} or {@code resolved}
 * @param silence the silence that covers it, {@code null} for none
 * @param deliveries by target
 */
public record IncidentView(String id, String code, String queue, boolean manyQueues,
        Severity severity, String message, String advice,
        String state, Instant since, Instant openedAt, Instant resolvedAt, Silence silence,
        List<DeliveryView> deliveries) {

    /**
     * What a target has received.
     *
     * @param state {@code none}, {@code sent}, {@code failed} or {@code unknown}, if the node died during an attempt
     * @param at when the latest message was sent
     * @param attempts failed attempts since
     */
    public record DeliveryView(String target, String state, Instant at, long attempts, Instant retryAt, String error) {

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
                Conditions.isSum(incident), incident.severity(),
                incident.message(), incident.advice(), state, incident.since(), incident.openedAt(),
                incident.resolvedAt(), silence, deliveries.entrySet().stream()
                        .map(each -> DeliveryView.of(each.getKey(), each.getValue())).toList());
    }
}

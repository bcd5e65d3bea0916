package io.github.asynqee.console.alert;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.json.Stored;
import io.github.asynqee.console.notify.Event;
import io.github.asynqee.console.notify.Message;
import io.github.asynqee.console.notify.Targets;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;

/**
 * A finding from its first sample to the last message about it.
 *
 * @param id the ID of the incident
 * @param code the code of the finding
 * @param queue the queue, empty if it concerns Redis, {@code *} if it concerns many
 * @param message the latest finding
 * @param advice what to do
 * @param since time at which it was first seen
 * @param openedAt when the finding had lasted for the configured time, {@code null} before
 * @param absentSince time since which it is absent, {@code null} if it is found
 * @param resolvedAt when the finding had been absent for the configured time
 * @param deliveries the deliveries, by the name of the target
 */
public record Incident(String id, String code, String queue, Severity severity, String message, String advice,
        Instant since, Instant openedAt, Instant absentSince, Instant resolvedAt, Map<String, Delivery> deliveries) {

    static Incident seen(String id, Finding finding, Instant now) {
        return new Incident(id, finding.code(), finding.queue(), finding.severity(), finding.message(),
                finding.advice(), now, null, null, null, Map.of());
    }

    boolean isAbout(Finding finding) {
        return code.equals(finding.code()) && queue.equals(finding.queue());
    }

    boolean isOpen() {
        return openedAt != null && resolvedAt == null;
    }

    Incident found(Finding finding, Instant opened) {
        return new Incident(id, code, queue, finding.severity(), finding.message(), finding.advice(), since, opened,
                null, null, deliveries);
    }

    Incident absent(Instant first, Instant resolved) {
        return new Incident(id, code, queue, severity, message, advice, since, openedAt, first, resolved, deliveries);
    }

    Delivery delivery(String target) {
        return deliveries.getOrDefault(target, Delivery.NONE);
    }

    Incident with(String target, Delivery delivery) {
        Map<String, Delivery> changed = new LinkedHashMap<>(deliveries);
        changed.put(target, delivery);
        return new Incident(id, code, queue, severity, message, advice, since, openedAt, absentSince, resolvedAt,
                changed);
    }

    Message message(Event event, Targets targets, Instant now) {
        return new Message(event, id, new Finding(severity, code, queue, message, advice), since, openedAt, resolvedAt,
                targets.redis(), now, targets.link());
    }

    String json() {
        return Json.text(this);
    }

    static Incident of(Stored json) {
        return new Incident(required(json, "id"), required(json, "code"), required(json, "queue"),
                Severities.of(json.text("severity")).orElse(Severity.WARNING), json.text("message"),
                json.text("advice"), json.time("since"), json.time("openedAt"), json.time("absentSince"),
                json.time("resolvedAt"), json.map("deliveries", Delivery::of));
    }

    private static String required(Stored json, String name) {
        return Objects.requireNonNull(json.text(name), name);
    }
}

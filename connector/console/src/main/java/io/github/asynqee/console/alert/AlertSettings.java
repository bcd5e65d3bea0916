package io.github.asynqee.console.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

import io.github.asynqee.console.alert.Threshold.Kind;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.json.Stored;
import io.github.asynqee.inspect.Finding.Severity;

/**
 * The users' alert settings for one Redis.
 *
 * @param revision counts the changes
 * @param minSeverity findings below it open no incident
 * @param holdMs for how long a finding must last before an incident is opened, and be absent before it is resolved
 * @param reminderMs after which time the message about an open incident is repeated; zero for never
 * @param off codes of findings that open no incident
 * @param thresholds the limits
 * @param silences silences that have not been removed
 */
public record AlertSettings(long revision, Severity minSeverity, Duration holdMs, Duration reminderMs,
        List<String> off, List<Threshold> thresholds, List<Silence> silences) {

    /** The settings before the first change. */
    static final AlertSettings DEFAULT = new AlertSettings(0, Severity.WARNING, Duration.ofMinutes(1), Duration.ZERO,
            List.of(), List.of(new Threshold(Kind.FAILURE_SHARE.code(), "*", 50, Severity.WARNING)), List.of());

    boolean wants(Severity severity, String code) {
        return severity.compareTo(minSeverity) <= 0 && !off.contains(code);
    }

    /** The limit of a queue. */
    Optional<Threshold> threshold(Kind kind, String queue) {
        return thresholds.stream().filter(each -> each.is(kind) && Patterns.matches(each.queues(), queue)).findFirst();
    }

    /** The silence that covers an incident now. */
    Optional<Silence> silence(Incident incident, Instant now) {
        return silence(incident.code(), incident.queue(), now);
    }

    /** The silence that covers incidents of a code and a queue now. */
    Optional<Silence> silence(String code, String queue, Instant now) {
        return silences.stream().filter(each -> each.covers(code, queue, now)).findFirst();
    }

    /** The settings as text, for the audit log. */
    public String described() {
        return "minSeverity " + Json.text(minSeverity) + ", holdMs " + Json.text(holdMs) + ", reminderMs "
                + Json.text(reminderMs) + ", off " + Json.text(off) + ", thresholds " + Json.text(thresholds);
    }

    AlertSettings with(long newRevision, List<Silence> newSilences) {
        return new AlertSettings(newRevision, minSeverity, holdMs, reminderMs, off, thresholds, newSilences);
    }

    static AlertSettings of(Stored json) {
        return new AlertSettings(json.number("revision"),
                Severities.of(json.text("minSeverity")).orElse(Severity.WARNING), json.duration("holdMs"),
                json.duration("reminderMs"), json.texts("off"), json.list("thresholds", Threshold::of),
                json.list("silences", Silence::of));
    }
}

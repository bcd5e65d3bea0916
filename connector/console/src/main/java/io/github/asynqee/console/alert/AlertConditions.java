package io.github.asynqee.console.alert;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.asynqee.console.alert.Threshold.Kind;
import io.github.asynqee.console.notify.Message;
import io.github.asynqee.console.view.FindingGroup;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;

/** Evaluates the rules: at most one condition for each code and queue. Used by one node while it has the lease. */
final class AlertConditions {

    /**
     * Maximum number of queues with separate conditions for the same finding. More queues share one condition, because
     * one message for each queue would be a flood.
     */
    static final int MAX_QUEUES = 20;
    private static final int NAMED = 5;
    /** Maximum length of a message that chats accept. */
    private static final int MAX_MESSAGE = 1_000;
    private static final String MORE = "; and more";
    private static final String AMONG = " queues, among them ";
    private static final Pattern SUM = Pattern.compile("\\d+" + AMONG + ".*", Pattern.DOTALL);
    private static final String UNREADABLE = "redis-node";

    private final FailureShares shares = new FailureShares();
    private Instant since;
    private Sample last;
    /** Codes with conditions of more than {@link #MAX_QUEUES} queues, including silenced queues. */
    private Set<String> many = Set.of();

    /** Why an incident has no condition. */
    enum Absence {
        /** The condition has ended. */
        CERTAIN,
        /** Unknown: its queue was not examined since the first sample, or may be on a node that cannot be read. */
        UNKNOWN,
        /** The incident is about many queues, but too few of them are not silenced. */
        SILENCED
    }

    /** Adds a sample and evaluates it; returns the conditions, most urgent first. */
    List<Finding> of(Sample sample, AlertSettings settings) {
        since = since == null ? sample.at() : since;
        last = sample;
        shares.add(sample, settings);
        List<Finding> found = new ArrayList<>(sample.findings());
        sample.queues().forEach(queue -> thresholds(queue, settings, found));
        Map<List<String>, Finding> conditions = new LinkedHashMap<>();
        found.stream().filter(each -> settings.wants(each.severity(), each.code()))
                .forEach(each -> conditions.merge(List.of(each.code(), each.queue()), each, AlertConditions::merged));
        return collapsed(conditions.values(), settings, sample.at()).stream()
                .sorted(Comparator.comparing(Finding::severity)).toList();
    }

    private static Finding merged(Finding one, Finding other) {
        Finding graver = one.severity().compareTo(other.severity()) <= 0 ? one : other;
        String message = one.message().contains(other.message()) || one.message().endsWith(MORE) ? one.message()
                : one.message().length() + other.message().length() > MAX_MESSAGE ? one.message() + MORE
                        : one.message() + "; " + other.message();
        return new Finding(graver.severity(), one.code(), one.queue(), message, graver.advice());
    }

    /**
     * Conditions covered by a silence are counted separately: they do not hide other conditions, and the silence also
     * covers their sum.
     */
    private List<Finding> collapsed(Collection<Finding> conditions, AlertSettings settings, Instant now) {
        Map<List<String>, List<Finding>> groups = new LinkedHashMap<>();
        Map<String, Integer> counts = new HashMap<>();
        for (Finding each : conditions) {
            String name = settings.silence(each.code(), each.queue(), now).map(Silence::queues)
                    .orElse(Message.MANY_QUEUES);
            groups.computeIfAbsent(List.of(each.code(), name), key -> new ArrayList<>()).add(each);
            counts.merge(each.code(), 1, Integer::sum);
        }
        many = counts.keySet().stream().filter(code -> counts.get(code) > MAX_QUEUES).collect(Collectors.toSet());
        List<Finding> result = new ArrayList<>();
        groups.forEach((key, group) -> {
            if (group.size() <= MAX_QUEUES) {
                result.addAll(group);
            } else {
                result.add(sum(key.get(0), key.get(1), group));
            }
        });
        return result;
    }

    private static Finding sum(String code, String name, List<Finding> group) {
        Severity gravest = group.stream().map(Finding::severity).min(Comparator.naturalOrder()).orElseThrow();
        return new Finding(gravest, code, name, group.size() + AMONG
                + String.join(", ", group.stream().limit(NAMED).map(Finding::queue).toList()) + ": "
                + FindingGroup.sentence(group), group.get(0).advice());
    }

    /** Whether an incident is about more than {@link #MAX_QUEUES} queues: its queue is then a pattern, not a name. */
    static boolean isSum(Incident incident) {
        return incident.queue().contains("*") && SUM.matcher(incident.message()).matches();
    }

    /** Returns why the last sample has no condition for an incident. */
    Absence absence(Incident incident, AlertSettings settings) {
        String code = incident.code();
        if (!settings.wants(incident.severity(), code)) {
            return Absence.CERTAIN;
        }
        boolean isPartlyDown = last.findings().stream().anyMatch(each -> each.code().equals(UNREADABLE));
        boolean isKnown = isPartlyDown ? code.equals(UNREADABLE)
                : last.examined().covers(code, incident.queue(), since)
                        && (!code.equals(Kind.FAILURE_SHARE.code()) || shares.isKnown(incident.queue(), since));
        if (!isKnown) {
            return Absence.UNKNOWN;
        }
        return incident.queue().equals(Message.MANY_QUEUES) && many.contains(code) ? Absence.SILENCED
                : Absence.CERTAIN;
    }

    private void thresholds(QueueRow queue, AlertSettings settings, List<Finding> found) {
        settings.threshold(Kind.QUEUE_SIZE, queue.name()).filter(limit -> queue.pending() > limit.limit())
                .ifPresent(limit -> found.add(finding(limit, queue,
                        queue.pending() + " pending tasks, more than " + limit.limit(),
                        "add servers or concurrency, or enqueue fewer tasks")));
        long pendingFor = queue.latencyMs().toMillis();
        settings.threshold(Kind.OLDEST_PENDING, queue.name())
                .filter(limit -> !queue.isPaused() && pendingFor > limit.limit())
                .ifPresent(limit -> found.add(finding(limit, queue,
                        "the next task has been pending for " + pendingFor / 1000 + " s, longer than "
                                + limit.limit() / 1000 + " s",
                        "add servers or concurrency; a type may have no handler")));
        settings.threshold(Kind.FAILURE_SHARE, queue.name()).ifPresent(limit -> shares.percent(queue.name())
                .ifPresent(percent -> {
                    if (percent > limit.limit()) {
                        found.add(finding(limit, queue,
                                percent + "% of the attempts of the last 5 minutes failed, more than "
                                        + limit.limit() + "%",
                                "look at the errors of the queue"));
                    }
                }));
    }

    private static Finding finding(Threshold limit, QueueRow queue, String message, String advice) {
        return new Finding(limit.severity(), limit.code(), queue.name(), message, advice);
    }
}

package io.github.asynqee.console.alert;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.console.alert.Threshold.Kind;
import io.github.asynqee.console.notify.Message;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;

/** What is wrong now, by the rules: at most one condition for each code and queue. */
final class Conditions {

    /** More queues with the same finding are one condition: one message for each queue would be a flood. */
    static final int MAX_QUEUES = 20;
    private static final int NAMED = 5;

    private final FailureShares shares = new FailureShares();

    /** Adds a sample and evaluates it; the most urgent come first. */
    List<Finding> of(Sample sample, AlertSettings settings) {
        shares.add(sample, settings);
        List<Finding> found = new ArrayList<>(sample.findings());
        sample.queues().forEach(queue -> thresholds(queue, settings, found));
        Map<List<String>, Finding> conditions = new LinkedHashMap<>();
        found.stream().filter(each -> settings.wants(each.severity(), each.code()))
                .forEach(each -> conditions.merge(List.of(each.code(), each.queue()), each, Conditions::merged));
        return collapsed(conditions.values()).stream().sorted(Comparator.comparing(Finding::severity)).toList();
    }

    private static Finding merged(Finding one, Finding other) {
        Finding graver = one.severity().compareTo(other.severity()) <= 0 ? one : other;
        String message = one.message().contains(other.message()) ? one.message()
                : one.message() + "; " + other.message();
        return new Finding(graver.severity(), one.code(), one.queue(), message, graver.advice());
    }

    private static List<Finding> collapsed(Iterable<Finding> conditions) {
        Map<String, List<Finding>> byCode = new LinkedHashMap<>();
        conditions.forEach(each -> byCode.computeIfAbsent(each.code(), key -> new ArrayList<>()).add(each));
        List<Finding> result = new ArrayList<>();
        byCode.forEach((code, ofCode) -> {
            if (ofCode.size() <= MAX_QUEUES) {
                result.addAll(ofCode);
            } else {
                Severity gravest = ofCode.stream().map(Finding::severity).min(Comparator.naturalOrder()).orElseThrow();
                result.add(new Finding(gravest, code, Message.MANY_QUEUES, ofCode.size() + " queues, among them "
                        + String.join(", ", ofCode.stream().limit(NAMED).map(Finding::queue).toList()) + ": "
                        + ofCode.get(0).message(), ofCode.get(0).advice()));
            }
        });
        return result;
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

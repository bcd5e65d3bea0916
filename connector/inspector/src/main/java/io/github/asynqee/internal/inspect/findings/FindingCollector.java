package io.github.asynqee.internal.inspect.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;

/** Collects findings. */
final class FindingCollector {

    private final List<Finding> findings = new ArrayList<>();

    void add(Severity severity, String code, String queue, String message, String advice) {
        findings.add(new Finding(severity, code, queue, message, advice));
    }

    void addAll(FindingCollector more) {
        findings.addAll(more.findings);
    }

    /** Returns the findings by severity, most urgent first, then by queue. */
    List<Finding> sorted() {
        return findings.stream().sorted(Comparator.comparing(Finding::severity).thenComparing(Finding::queue)).toList();
    }
}

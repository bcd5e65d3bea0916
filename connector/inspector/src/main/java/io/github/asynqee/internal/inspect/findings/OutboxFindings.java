package io.github.asynqee.internal.inspect.findings;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.OutboxDetails;

/**
 * Finds outboxes with rows that are not stored. The servers of an application report the same rows, so only one
 * server is named. Findings omit errors and problems, which may contain values that the console masks.
 */
final class OutboxFindings {

    private static final Duration LATE = Duration.ofMinutes(5);

    private static final String SHOWN = "see asynq server outboxes for the reason; ";

    private OutboxFindings() {}

    private record Owner(String application, String dataSource) {}

    static void of(List<OutboxDetails> outboxes, FindingCollector found) {
        worst(outboxes, Comparator.comparing(OutboxDetails::setAside)).stream().filter(outbox -> outbox.setAside() > 0)
                .forEach(outbox -> found.add(Severity.ERROR, "outbox-set-aside", "",
                        outbox.setAside() + " rows of " + name(outbox) + " cannot be stored and were set aside",
                        SHOWN + "fix it, then move the rows from bucket -1 of its table to 0, or delete them"));
        worst(outboxes, Comparator.comparing(OutboxDetails::age)).stream()
                .filter(outbox -> outbox.age().compareTo(LATE) > 0)
                .forEach(outbox -> found.add(Severity.WARNING, "outbox-late", "",
                        outbox.rows() + " rows of " + name(outbox) + " wait to be stored, the oldest for "
                                + outbox.age().toMinutes() + " min",
                        outbox.problem().isEmpty()
                                ? "read the log of the server; rows may arrive faster than they are stored"
                                : SHOWN + "fix it, then the rows are stored"));
        worst(outboxes, Comparator.comparing(outbox -> !outbox.problem().isEmpty())).stream()
                .filter(outbox -> !outbox.problem().isEmpty() && outbox.age().compareTo(LATE) <= 0)
                .forEach(outbox -> found.add(Severity.WARNING, "outbox-problem", "",
                        name(outbox) + " cannot be used, or is only partly usable",
                        SHOWN + "fix it; until then sending fails, or rows wait"));
    }

    private static Collection<OutboxDetails> worst(List<OutboxDetails> outboxes, Comparator<OutboxDetails> by) {
        Map<Owner, OutboxDetails> worst = new LinkedHashMap<>();
        outboxes.forEach(outbox -> worst.merge(new Owner(outbox.application(), outbox.dataSource()), outbox,
                (one, other) -> by.compare(one, other) >= 0 ? one : other));
        return worst.values();
    }

    private static String name(OutboxDetails outbox) {
        return "the outbox " + outbox.dataSource() + " of application " + outbox.application() + " on " + outbox.host()
                + ":" + outbox.pid();
    }
}

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
 * Rows of outboxes that are not stored. The servers of an application report the same rows: one of them is named. Errors and
 * problems stay out of findings: they may contain values that the console masks.
 */
final class OutboxFindings {

    private static final Duration LATE = Duration.ofMinutes(5);

    private static final String SHOWN = "asynq server outboxes shows why: ";

    private OutboxFindings() {}

    private record Owner(String application, String dataSource) {}

    static void of(List<OutboxDetails> outboxes, FoundList found) {
        worst(outboxes, Comparator.comparing(OutboxDetails::setAside)).stream().filter(outbox -> outbox.setAside() > 0)
                .forEach(outbox -> found.add(Severity.ERROR, "outbox-set-aside", "",
                        outbox.setAside() + " rows of " + name(outbox) + " cannot be stored and were set aside",
                        SHOWN + "mend the cause, then move the rows from bucket -1 of its table to 0, or delete them"));
        worst(outboxes, Comparator.comparing(OutboxDetails::age)).stream()
                .filter(outbox -> outbox.age().compareTo(LATE) > 0)
                .forEach(outbox -> found.add(Severity.WARNING, "outbox-late", "",
                        outbox.rows() + " rows of " + name(outbox) + " wait to be stored, the oldest for "
                                + outbox.age().toMinutes() + " min",
                        outbox.problem().isEmpty() ? "read the log of the server; more rows may come than are stored"
                                : SHOWN + "mend the problem; the rows are stored then"));
        worst(outboxes, Comparator.comparing(outbox -> !outbox.problem().isEmpty())).stream()
                .filter(outbox -> !outbox.problem().isEmpty() && outbox.age().compareTo(LATE) <= 0)
                .forEach(outbox -> found.add(Severity.WARNING, "outbox-problem", "",
                        name(outbox) + " cannot be used, or not in part",
                        SHOWN + "mend the problem; until then sending fails, or rows wait"));
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

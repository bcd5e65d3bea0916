package io.github.asynqee.internal.inspect.findings;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.PeriodicEntryDetails;

/** Finds entries registered by several schedulers; Go schedulers do not coordinate with each other. */
final class EntryFindings {

    private EntryFindings() {}

    /** Properties shared by entries that enqueue the same task. */
    private record Same(String spec, String type, String payload, String queue) {

        static Same of(PeriodicEntryDetails entry) {
            return new Same(entry.spec(), entry.taskType(), new String(entry.payload(), StandardCharsets.ISO_8859_1),
                    entry.queue());
        }
    }

    static void of(List<PeriodicEntryDetails> entries, FindingCollector found) {
        Map<Same, List<PeriodicEntryDetails>> same = new LinkedHashMap<>();
        entries.stream().filter(entry -> !hasTaskId(entry))
                .forEach(entry -> same.computeIfAbsent(Same.of(entry), key -> new ArrayList<>()).add(entry));
        same.forEach((task, copies) -> {
            // duplicates under different names in this project are intentional
            if (copies.size() > 1 && !copies.stream().allMatch(PeriodicEntryDetails::controllable)) {
                found.add(Severity.WARNING, "duplicate-entries", task.queue(), copies.size()
                        + " scheduler entries enqueue tasks of type \"" + task.type() + "\" at \"" + task.spec()
                        + "\" with the same payload: each enqueues every tick",
                        "run only one Go scheduler, or declare the entry in the application");
            }
        });
    }

    /** Whether the entry has a task ID, so that Redis rejects duplicates. */
    private static boolean hasTaskId(PeriodicEntryDetails entry) {
        return entry.options().stream().anyMatch(option -> option.startsWith("TaskID("));
    }
}

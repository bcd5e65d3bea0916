package io.github.asynqee.internal.inspect.findings;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.PeriodicEntryDetails;

/** Periodic entries that schedulers have registered several times: schedulers of Go do not know of each other. */
final class EntryFindings {

    private EntryFindings() {}

    /** What entries have in common that enqueue the same task. */
    private record Same(String spec, String type, String payload, String queue) {

        static Same of(PeriodicEntryDetails entry) {
            return new Same(entry.spec(), entry.taskType(), new String(entry.payload(), StandardCharsets.ISO_8859_1),
                    entry.queue());
        }
    }

    static void of(List<PeriodicEntryDetails> entries, FoundList found) {
        Map<Same, List<PeriodicEntryDetails>> same = new LinkedHashMap<>();
        entries.stream().filter(entry -> !hasTaskId(entry))
                .forEach(entry -> same.computeIfAbsent(Same.of(entry), key -> new ArrayList<>()).add(entry));
        same.forEach((task, copies) -> {
            // several entries of this project under different names are intended
            if (copies.size() > 1 && !copies.stream().allMatch(PeriodicEntryDetails::controllable)) {
                found.add(Severity.WARNING, "duplicate-entries", task.queue(), copies.size()
                        + " periodic entries enqueue tasks of type \"" + task.type() + "\" at \"" + task.spec()
                        + "\" with the same payload: each enqueues every tick",
                        "run one scheduler of Go only, or declare the entry in the application");
            }
        });
    }

    /** A second task with the ID is refused. */
    private static boolean hasTaskId(PeriodicEntryDetails entry) {
        return entry.options().stream().anyMatch(option -> option.startsWith("TaskID("));
    }
}

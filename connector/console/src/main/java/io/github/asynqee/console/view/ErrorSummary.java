package io.github.asynqee.console.view;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.mask.Payloads;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.internal.inspect.summary.ErrorGroups;

/** Groups failed tasks by error. */
public final class ErrorSummary {

    private static final int MAX_TEXT = 1_000;
    private static final int MAX_ROWS = 500;
    private static final Comparator<ErrorRow> LATEST_FIRST = Comparator
            .comparing(ErrorRow::lastSeen, Comparator.nullsFirst(Comparator.<Instant>naturalOrder()))
            .thenComparing(ErrorRow::count).reversed();

    private final Map<String, Sum> sums = new LinkedHashMap<>();
    private final Masking masking;
    private final Instant anHourAgo;

    public ErrorSummary(Masking masking, Instant now) {
        this.masking = masking;
        this.anHourAgo = now.minus(Duration.ofHours(1));
    }

    /** The sums over the tasks with one signature. */
    private static final class Sum {

        private final TreeSet<String> queues = new TreeSet<>();
        private final TreeSet<String> types = new TreeSet<>();
        private final String sampleId;
        private final String sampleQueue;
        private final String sampleText;
        private long count;
        private long lastHour;
        private Instant first;
        private Instant last;

        private Sum(TaskInfo sample) {
            // a sum does not keep the payload of its sample, because there may be as many sums as tasks
            this.sampleId = sample.id();
            this.sampleQueue = sample.queue();
            this.sampleText = Payloads.cut(sample.lastError(), MAX_TEXT);
        }

        private void add(TaskInfo info, Instant anHourAgo) {
            count++;
            queues.add(info.queue());
            types.add(info.type());
            Instant at = info.lastFailedAt();
            if (at != null) {
                lastHour += at.isBefore(anHourAgo) ? 0 : 1;
                first = first == null || at.isBefore(first) ? at : first;
                last = last == null || at.isAfter(last) ? at : last;
            }
        }

        private ErrorRow row(String signature, Masking masking) {
            return new ErrorRow(Payloads.cut(signature, MAX_TEXT), count, lastHour, first, last,
                    List.copyOf(queues),
                    List.copyOf(types), sampleId, sampleQueue,
                    masking.error(sampleText));
        }
    }

    public void add(InspectedTask task) {
        TaskInfo info = task.info();
        if (info.lastError() != null && !info.lastError().isEmpty()) {
            // errors that look alike are one row
            sums.computeIfAbsent(masking.error(ErrorGroups.signature(info.lastError())), signature -> new Sum(info))
                    .add(info, anHourAgo);
        }
    }

    /** The latest errors first; then errors with the most tasks. */
    public List<ErrorRow> rows() {
        return sums.entrySet().stream().map(entry -> entry.getValue().row(entry.getKey(), masking))
                .sorted(LATEST_FIRST).limit(MAX_ROWS).toList();
    }
}

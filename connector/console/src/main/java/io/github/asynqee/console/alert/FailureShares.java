package io.github.asynqee.console.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

import io.github.asynqee.console.alert.Threshold.Kind;
import io.github.asynqee.console.view.QueueRow;

/** The share of failed attempts in the last five minutes, from the counters of some samples. */
final class FailureShares {

    static final Duration WINDOW = Duration.ofMinutes(5);
    /** Minimum number of attempts for a meaningful share. */
    static final long MIN_ATTEMPTS = 20;

    private final Deque<Counters> samples = new ArrayDeque<>();

    /** The counters of queues at one moment. */
    private record Counters(Instant at, Map<String, long[]> ofQueues) {}

    /**
     * Adds a sample of the queues with a threshold of the failure rate. At any interval, at least two
     * samples are kept.
     */
    void add(Sample sample, AlertSettings settings) {
        Map<String, long[]> counters = new HashMap<>();
        for (QueueRow queue : sample.queues()) {
            if (settings.threshold(Kind.FAILURE_SHARE, queue.name()).isPresent()) {
                counters.put(queue.name(), new long[]{ queue.processedTotal(), queue.failedTotal() });
            }
        }
        samples.add(new Counters(sample.at(), counters));
        while (samples.size() > 2 && samples.peek().at().isBefore(sample.at().minus(WINDOW))) {
            samples.remove();
        }
    }

    /** Whether attempts were counted, so that an empty share means that there were too few attempts. */
    boolean isKnown(String queue, Instant first) {
        return percent(queue).isPresent() || !samples.isEmpty() && !samples.getLast().at().isBefore(first.plus(WINDOW));
    }

    /** The share in percent; empty if there were too few attempts. */
    OptionalLong percent(String queue) {
        long[] last = samples.isEmpty() ? null : samples.getLast().ofQueues().get(queue);
        long[] first = samples.stream().map(each -> each.ofQueues().get(queue)).filter(each -> each != null)
                .findFirst().orElse(null);
        if (last == null || last[0] - first[0] < MIN_ATTEMPTS) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(100 * (last[1] - first[1]) / (last[0] - first[0]));
    }
}

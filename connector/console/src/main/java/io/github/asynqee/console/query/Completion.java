package io.github.asynqee.console.query;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;

import io.github.asynqee.inspect.Inspector;

/**
 * Offers types, members of payloads and headers that tasks have, from a sample of the tasks: the first 20 of each state
 * in up to 20 queues. A sample of a queue is used for 30 seconds.
 */
public final class Completion {

    private static final int MAX_QUEUES = 20;
    private static final int MAX_SAMPLES = 200;
    private static final long MAX_AGE = Duration.ofSeconds(30).toNanos();
    private static final Duration BUDGET = Duration.ofMillis(400);

    private final Inspector inspector;
    private final MaskedView view;
    private final Map<String, CachedSample> samples = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CachedSample> eldest) {
            return size() > MAX_SAMPLES;
        }
    };

    private final Semaphore reading = new Semaphore(1);

    /**
     * Creates the completion of one Redis.
     *
     * @param view the tasks as the user may see them; names whose values are hidden are not offered
     */
    public Completion(Inspector inspector, MaskedView view) {
        this.inspector = inspector;
        this.view = view;
    }

    /**
     * A name.
     *
     * @param value a type, the path of a member in the notation of queries, or the name of a header
     * @param count number of tasks of the sample with this name
     */
    public record Offer(String value, long count) {}

    private record CachedSample(TaskSample sample, long at) {}

    /**
     * Offers names. While another call reads tasks, the known names are offered, so that no user waits for another
     * user.
     *
     * @param queues where the tasks are; the first ones are read
     * @param part a part of the name, in any case
     * @return names that begin with the part first, then by frequency
     */
    public List<Offer> offers(NameKind kind, List<String> queues, String part, int limit) {
        boolean reads = reading.tryAcquire();
        Map<String, Long> counts = new HashMap<>();
        try {
            long end = System.nanoTime() + (reads ? BUDGET.toNanos() : -1);
            for (String queue : queues.subList(0, Math.min(MAX_QUEUES, queues.size()))) {
                TaskSample sample = sample(queue, end);
                if (sample != null) {
                    sample.names(kind).forEach((name, count) -> counts.merge(name, count, Long::sum));
                }
            }
        } finally {
            if (reads) {
                reading.release();
            }
        }
        String wanted = part.toLowerCase(Locale.ROOT);
        Comparator<Offer> order = Comparator
                .comparing((Offer offer) -> !offer.value().toLowerCase(Locale.ROOT).startsWith(wanted))
                .thenComparing(Offer::count, Comparator.reverseOrder()).thenComparing(Offer::value);
        return counts.entrySet().stream().map(entry -> new Offer(entry.getKey(), entry.getValue()))
                .filter(offer -> CaseInsensitive.contains(offer.value(), part)).sorted(order).limit(limit).toList();
    }

    /** Whether a call reads tasks. */
    boolean isReading() {
        return reading.availablePermits() == 0;
    }

    /** Returns a recent sample; if there is no time to read one, an old sample or {@code null}. */
    private TaskSample sample(String queue, long end) {
        CachedSample known;
        synchronized (samples) {
            known = samples.get(queue);
        }
        long now = System.nanoTime();
        if (known != null && now - known.at() < MAX_AGE || now - end > 0) {
            return known == null ? null : known.sample();
        }
        TaskSample sample = TaskSample.of(inspector, queue, view, end);
        synchronized (samples) {
            samples.put(queue, new CachedSample(sample, now));
        }
        return sample;
    }
}

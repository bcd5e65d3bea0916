package io.github.asynqee.console.live;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.BrokerException;

/** All queues with their numbers and findings, read round-robin. Not thread-safe, except {@link #view}. */
final class QueueCache {

    private static final Duration VIEWED = Duration.ofSeconds(60);
    private static final Duration EXAMINED = Duration.ofSeconds(15);
    private static final Duration SAMPLED = Duration.ofSeconds(60);
    /** One in this number of the commands is used for findings, and as many for memory. */
    private static final int PART = 8;
    private static final int NEW_QUEUES = 3_000;
    /** Limit of a bisection: it isolates two failing queues of 22, and stops early if all fail. */
    private static final int MAX_FAILURES = 12;

    private final Inspector inspector;
    private final Clock clock;
    private final Map<String, CachedQueue> queues = new TreeMap<>();
    private final Map<String, Instant> viewed = new ConcurrentHashMap<>();
    private Map<String, Long> consumers = Map.of();

    QueueCache(Inspector inspector, Clock clock) {
        this.inspector = inspector;
        this.clock = clock;
    }

    /** Marks queues as viewed: they are counted first for a minute. */
    void view(Collection<String> names) {
        Instant now = clock.instant();
        names.forEach(name -> viewed.put(name, now));
    }

    Set<String> viewed() {
        Instant oldest = clock.instant().minus(VIEWED);
        viewed.values().removeIf(at -> at.isBefore(oldest));
        return Set.copyOf(viewed.keySet());
    }

    /** Adds new queues and removes deleted queues. */
    void exist(Collection<String> names) {
        queues.keySet().retainAll(new HashSet<>(names));
        names.forEach(name -> queues.computeIfAbsent(name, CachedQueue::new));
    }

    /** Notes how many servers consume each queue. */
    void served(Map<String, Long> byQueue) {
        if (!byQueue.equals(consumers)) {
            consumers = byQueue;
            queues.values().forEach(queue -> queue.servedBy(consumersOf(queue.name())));
        }
    }

    private long consumersOf(String queue) {
        return consumers.getOrDefault(queue, 0L);
    }

    /**
     * Reads queues. New queues are counted regardless of the budget, some thousands in a reading.
     *
     * @param commands about how many commands may be sent
     * @return the first failure if no queue could be read though there are some, otherwise {@code null}
     */
    BrokerException read(long commands) {
        Collection<CachedQueue> unknown = queues.values().stream().filter(QueueCache::isNew).limit(NEW_QUEUES)
                .toList();
        Collection<CachedQueue> chosen = !unknown.isEmpty() ? unknown
                : Rotation.choose(queues.values(), viewed(), commands - 2 * (commands / PART));
        List<BrokerException> failures = new ArrayList<>();
        List<QueueInfo> infos = count(chosen, failures);
        if (infos.isEmpty() && !failures.isEmpty()) {
            return failures.get(0);
        }
        examine(infos, new Budget(commands / PART));
        sample(new Budget(commands / PART));
        return null;
    }

    private static boolean isNew(CachedQueue queue) {
        return queue.row() == null && !queue.isUnread();
    }

    /** Whether every readable queue has been read. */
    boolean isComplete() {
        return queues.values().stream().noneMatch(QueueCache::isNew);
    }

    private List<QueueInfo> count(Collection<CachedQueue> chosen, List<BrokerException> failures) {
        Instant at = clock.instant();
        List<QueueInfo> infos = inspector.queues().counts(chosen.stream().map(CachedQueue::name).toList(),
                (queue, failure) -> {
                    queues.get(queue).failed(at);
                    failures.add(failure);
                });
        infos.forEach(info -> queues.get(info.queue()).counted(info, consumersOf(info.queue()), at));
        return infos;
    }

    /** Looks for findings of queues that have just been counted. */
    private void examine(List<QueueInfo> infos, Budget budget) {
        Instant at = clock.instant();
        Instant due = at.minus(EXAMINED);
        Map<String, QueueInfo> counted = infos.stream()
                .collect(Collectors.toMap(QueueInfo::queue, Function.identity()));
        List<CachedQueue> examined = budget.take(infos.stream().map(info -> queues.get(info.queue()))
                .filter(queue -> queue.isToBeExamined() && queue.lookedAt().isBefore(due))
                .sorted(Comparator.comparing(CachedQueue::lookedAt)), CachedQueue::examiningCost);
        examined.forEach(queue -> queue.notExamined(at));
        find(examined.stream().map(queue -> counted.get(queue.name())).toList(), at, new AtomicInteger(MAX_FAILURES));
    }

    /** If one queue cannot be examined, the others still are; queues that are not examined keep their findings. */
    private void find(List<QueueInfo> infos, Instant at, AtomicInteger failures) {
        if (infos.isEmpty() || failures.get() <= 0) {
            return;
        }
        try {
            Map<String, List<Finding>> found = byQueue(infos, inspector.health().findingsOf(infos));
            infos.forEach(info -> queues.get(info.queue())
                    .examined(found.getOrDefault(info.queue(), List.of()), at));
        } catch (BrokerException e) {
            failures.decrementAndGet();
            int half = infos.size() / 2;
            if (half > 0) {
                find(infos.subList(0, half), at, failures);
                find(infos.subList(half, infos.size()), at, failures);
            }
        }
    }

    /** A finding about a shard concerns its logical queue. */
    private static Map<String, List<Finding>> byQueue(List<QueueInfo> infos, List<Finding> found) {
        Set<String> asked = infos.stream().map(QueueInfo::queue).collect(Collectors.toSet());
        Map<String, List<Finding>> byQueue = new HashMap<>();
        for (Finding finding : found) {
            boolean isShard = !asked.contains(finding.queue());
            String queue = isShard ? Shards.logical(finding.queue()) : finding.queue();
            byQueue.computeIfAbsent(queue, name -> new ArrayList<>()).add(!isShard ? finding
                    : new Finding(finding.severity(), finding.code(), queue,
                            "shard \"" + finding.queue() + "\": " + finding.message(), finding.advice()));
        }
        return byQueue;
    }

    /** Estimates memory. */
    private void sample(Budget budget) {
        Instant at = clock.instant();
        Instant due = at.minus(SAMPLED);
        List<String> names = budget.take(queues.values().stream()
                .filter(queue -> queue.hasTasks() && !queue.isUnread() && queue.sampledAt().isBefore(due))
                .sorted(Comparator.comparing(CachedQueue::sampledAt)), CachedQueue::samplingCost).stream()
                .map(CachedQueue::name).toList();
        if (!names.isEmpty()) {
            inspector.queues().infos(names, (queue, failure) -> queues.get(queue).failed(at))
                    .forEach(info -> queues.get(info.queue()).sampled(info, consumersOf(info.queue()), at));
        }
    }

    /** The rows by name. */
    List<QueueRow> rows() {
        return queues.values().stream().map(CachedQueue::row).filter(row -> row != null).toList();
    }

    List<Finding> findings() {
        return queues.values().stream().flatMap(queue -> queue.findings().stream()).toList();
    }

    List<QueueAge> ages() {
        return queues.values().stream().map(queue -> new QueueAge(queue.name(), queue.readAt(), queue.isUnread()))
                .toList();
    }

    /** @param redis when Redis as a whole was examined */
    ExaminationTimes examined(Instant redis) {
        return new ExaminationTimes(queues.values().stream()
                .collect(Collectors.toUnmodifiableMap(CachedQueue::name, CachedQueue::examinedAt)),
                queues.values().stream().filter(queue -> !queue.isUnread()).map(CachedQueue::examinedAt)
                        .min(Comparator.naturalOrder()).orElse(Instant.MAX),
                redis);
    }

    boolean isEmpty() {
        return queues.isEmpty();
    }

    List<String> names() {
        return List.copyOf(queues.keySet());
    }
}

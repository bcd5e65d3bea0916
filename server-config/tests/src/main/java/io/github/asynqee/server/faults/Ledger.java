package io.github.asynqee.server.faults;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

import io.github.asynqee.server.faults.app.Kind;

/** Which tasks were sent, and which of them the sender knows to be stored. */
final class Ledger {

    /** With the time when, in milliseconds. */
    private final Map<String, Long> attempted = new ConcurrentHashMap<>();
    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final LongAdder lasting = new LongAdder();

    void attempt(Collection<String> ids) {
        Long now = System.currentTimeMillis();
        ids.forEach(id -> attempted.put(id, now));
    }

    void acknowledge(Collection<String> ids) {
        for (String id : ids) {
            if (acknowledged.add(id) && Kind.of(id) != Kind.DEBOUNCED) {
                lasting.increment();
            }
        }
    }

    /** How many tasks were acknowledged that no other one replaces. */
    long acknowledged() {
        return lasting.sum();
    }

    /** Acknowledged tasks that were neither run nor replaced, except tasks that their handler may lose. */
    List<String> notRun(Effected effected) {
        Map<String, Long> bursts = effected.bursts();
        return acknowledged.stream().filter(id -> !effected.ran().containsKey(id) && Kind.of(id) != Kind.PRE)
                .filter(id -> Kind.of(id) != Kind.DEBOUNCED
                        || bursts.getOrDefault(Kind.burst(id), 0L) < attempted.get(id))
                .sorted().toList();
    }

    /** How many acknowledged tasks were replaced by others, which have run. */
    long replaced(Effected effected) {
        return acknowledged.stream().filter(id -> !effected.ran().containsKey(id) && Kind.of(id) != Kind.PRE).count()
                - notRun(effected).size();
    }

    /** Tasks that were begun sooner after their attempt than may be, by their begin in microseconds. */
    List<String> begunWithin(Duration delay, Map<String, String> begun) {
        return begun.entrySet().stream()
                .filter(task -> attempted.containsKey(task.getKey())
                        && Long.parseLong(task.getValue()) / 1_000 < attempted
                                .get(task.getKey()) + delay.toMillis())
                .map(Map.Entry::toString).sorted().toList();
    }

    /** Compares it with what handlers have done, when all that could run has. */
    Report report(Effected effected) {
        Map<String, String> ran = effected.ran();
        int more = ran.values().stream().mapToInt(times -> Integer.parseInt(times) - 1).sum();
        return new Report(attempted.size(), acknowledged.size(), ran.size(), notRun(effected),
                ran.keySet().stream().filter(id -> !attempted.containsKey(id)).sorted().toList(), more,
                (int) ran.keySet().stream().filter(attempted::containsKey).filter(id -> !acknowledged.contains(id))
                        .count());
    }

    /**
     * The result in the terms of Jepsen's check of queues.
     *
     * @param attempted tasks that were sent
     * @param acknowledged attempted tasks that Redis confirmed to the producer
     * @param ended tasks that ran to completion
     * @param lost acknowledged tasks that did not
     * @param unexpected tasks that ran and were never sent
     * @param duplicated how many times tasks ran beyond their first run
     * @param recovered tasks that ran although the producer got no confirmation
     */
    record Report(int attempted, int acknowledged, int ended, List<String> lost, List<String> unexpected,
            int duplicated, int recovered) {

        String figures() {
            return "attempted %d, acknowledged %d, ended %d, lost %d, unexpected %d, duplicated %d, recovered %d"
                    .formatted(attempted, acknowledged, ended, lost.size(), unexpected.size(), duplicated, recovered);
        }
    }
}

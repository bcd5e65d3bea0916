package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.internal.protocol.QueueKeys;

/**
 * Three queues with different priorities, equally full when the subject may take the first task. {@code high-%} and
 * so on are the shares of the first third of all tasks; the priorities ask for 60, 30 and 10.
 */
final class Weighted extends Setting {

    private static final List<String> NAMES = List.of("high", "mid", "low");
    private static final List<Integer> PRIORITIES = List.of(6, 3, 1);
    private static final List<String> TYPES = List.of(BenchTask.TYPE);
    private static final long LOOK_NANOS = 2_000_000;
    private static final long LOOK_LIMIT = Duration.ofSeconds(60).toNanos();

    Weighted(RunContext run, int concurrency, int tasks) {
        super(run, "priorities=6:3:1 concurrency=" + concurrency, run.scaled(tasks / NAMES.size()) * NAMES.size(),
                concurrency(concurrency));
    }

    private static List<String> queues(Subject subject) {
        return NAMES.stream().map(name -> Queues.name(subject) + "-" + name).toList();
    }

    /** The queues with the priorities 6, 3 and 1 for a command {@code start}. */
    static String prioritized(List<String> queues) {
        return String.join(",", IntStream.range(0, queues.size())
                .mapToObj(i -> queues.get(i) + ":" + PRIORITIES.get(i)).toList());
    }

    @Override
    protected void begin(Subject subject) {
        start(subject, prioritized(queues(subject)));
    }

    @Override
    protected Round round(Subject subject, int count) {
        int each = Math.max(1, count / NAMES.size());
        List<String> queues = queues(subject);
        Handling handling = new Handling(redis(), subject, queues, each * queues.size());
        redis().pause(queues, true);
        fill(queues, each);
        handling.begin();
        redis().command(Stream.concat(Stream.of("DEL"), queues.stream().map(queue -> QueueKeys.of(queue).paused()))
                .toArray(String[]::new));
        Map<String, Double> shares = shares(queues, each);
        return handling.end().with(shares);
    }

    /**
     * Stores the first task of each queue at the same time. A worker checks a paused queue at intervals from its first
     * task on, and must not notice that one queue was resumed long before the others.
     */
    private void fill(List<String> queues, int each) {
        for (int i = 0; i < queues.size(); i++) {
            redis().fill(queues.get(i), i * each, 1, SIZE, TYPES);
        }
        for (int i = 0; i < queues.size(); i++) {
            redis().fill(queues.get(i), i * each + 1, each - 1, SIZE, TYPES);
        }
    }

    /** Polls until a third of the tasks is taken. */
    private Map<String, Double> shares(List<String> queues, int each) {
        long[] taken = new long[queues.size()];
        long sum = 0;
        long end = System.nanoTime() + LOOK_LIMIT;
        while (sum < each && System.nanoTime() < end) {
            LockSupport.parkNanos(LOOK_NANOS);
            sum = 0;
            for (int i = 0; i < taken.length; i++) {
                taken[i] = each - redis().number("LLEN", QueueKeys.of(queues.get(i)).pending());
                sum += taken[i];
            }
        }
        Map<String, Double> shares = new LinkedHashMap<>();
        for (int i = 0; i < taken.length; i++) {
            shares.put(NAMES.get(i) + "-%", 100.0 * taken[i] / Math.max(1, sum));
        }
        return shares;
    }

    @Override
    protected void end(Subject subject) {
        super.end(subject);
        queues(subject).forEach(redis()::clear);
    }
}

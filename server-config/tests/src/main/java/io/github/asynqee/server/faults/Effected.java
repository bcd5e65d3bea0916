package io.github.asynqee.server.faults;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.Queues;
import io.github.asynqee.server.faults.app.Effects;
import io.github.asynqee.server.faults.app.Handlers;
import io.github.asynqee.server.faults.app.Kind;
import io.github.asynqee.server.faults.app.Ticker;
import redis.clients.jedis.RedisClient;

/**
 * The effects of the handlers.
 *
 * @param ran how often each task ran to completion
 * @param steps how often each step of a long task ran
 * @param ticks how often the task of each tick ran
 * @param limited attempts of limited tasks
 * @param begun when each delayed task began first, in microseconds
 * @param early ticks, callbacks of batches and links of chains that ran too early
 * @param turns starts of tasks whose tenants take turns
 * @param tooSoon tasks that ran again before the time until which they had paused their key
 * @param throttling which throttled tasks were stored, and which were rejected
 * @param miscountedAttempts attempts of retried tasks that ran twice, or whose previous attempt is missing
 * @param wrong tasks whose content differs from the sent one, or that ran on a server that does not know them
 */
record Effected(Map<String, String> ran, Map<String, String> steps, Map<String, String> ticks, List<String> limited,
        Map<String, String> begun, Set<String> early, Turns turns, Set<String> tooSoon, Throttling throttling,
        List<String> miscountedAttempts, Set<String> wrong) {

    /** The newest ticks may have been enqueued, but not have run, when the nodes were stopped. */
    private static final long NEWEST_TICKS_SECONDS = 10;
    /** An attempt that took longer was not running all that time: its node was stopped. */
    private static final long HUNG_MICROS = 10_000_000;

    static Effected of(RedisClient redis, Database database) throws SQLException {
        Map<String, String> ran = new HashMap<>(redis.hgetAll(Effects.RAN));
        ran.putAll(redis.hgetAll(Effects.RAN_LAST));
        ran.putAll(database.effects());
        return new Effected(ran, redis.hgetAll(Effects.STEPS), redis.hgetAll(Effects.TICKS),
                redis.lrange(Effects.LIMITED, 0, -1), redis.hgetAll(Effects.BEGUN), redis.smembers(Effects.EARLY),
                Turns.of(redis), redis.smembers(Effects.TOO_SOON), Throttling.of(redis),
                redis.lrange(Effects.MISCOUNTED, 0, -1), redis.smembers(Effects.WRONG));
    }

    /** Tasks with an inbox whose effect is in the database more than once. */
    List<String> twiceInDatabase() {
        return ran.entrySet().stream().filter(task -> Kind.of(task.getKey()).queue().equals(Kind.INBOX.queue()))
                .filter(task -> !"1".equals(task.getValue())).map(Map.Entry::toString).sorted().toList();
    }

    /** Steps that were never done of long tasks that have ended. */
    List<String> skippedSteps() {
        return ran.keySet().stream().filter(id -> Kind.of(id) == Kind.LONG)
                .flatMap(id -> IntStream.rangeClosed(1, Handlers.STEPS).mapToObj(step -> id + "/" + step))
                .filter(step -> !steps.containsKey(step)).sorted().toList();
    }

    /** How many steps of long tasks were done again. */
    int stepsAgain() {
        return again(steps);
    }

    /** For each burst of debounced tasks, when the last task that ran began, in milliseconds. */
    Map<String, Long> bursts() {
        Map<String, Long> last = new HashMap<>();
        begun.forEach((id, micros) -> {
            if (Kind.of(id) == Kind.DEBOUNCED && ran.containsKey(id)) {
                last.merge(Kind.burst(id), TimeUnit.MICROSECONDS.toMillis(Long.parseLong(micros)), Math::max);
            }
        });
        return last;
    }

    /** Ticks between the first and the newest ones whose task has never run. */
    List<Long> missedTicks() {
        SortedSet<Long> seconds = ticks.keySet().stream().map(Long::valueOf)
                .collect(Collectors.toCollection(TreeSet::new));
        return seconds.isEmpty() ? List.of(0L)
                : LongStream.iterate(seconds.first(), second -> second < seconds.last() - NEWEST_TICKS_SECONDS,
                        second -> second + Ticker.SECONDS).filter(second -> !seconds.contains(second)).boxed().toList();
    }

    int ticksAgain() {
        return again(ticks);
    }

    private static int again(Map<String, String> done) {
        return done.values().stream().mapToInt(times -> Integer.parseInt(times) - 1).sum();
    }

    /**
     * Queues whose counter of successes differs from the number of their tasks that ran. A task succeeds once, however
     * often it runs. Groups count as one task, and so do debounced tasks of one key. A task whose dead letter ran has
     * failed.
     *
     * @param exact whether Redis has not forgotten any task; otherwise tasks may have run without being counted
     */
    List<String> miscounted(Queues queues, boolean exact) {
        Map<String, Long> tasks = new TreeMap<>(ran.keySet().stream()
                .collect(Collectors.groupingBy(id -> Kind.queueOf(id), Collectors.counting())));
        tasks.remove(Kind.GROUPED.queue());
        tasks.remove(Kind.DEBOUNCED.queue());
        tasks.remove(Kind.HOPELESS.queue());
        tasks.remove(Kind.PRE.queue());
        tasks.put(Ticker.QUEUE, (long) ticks.size());
        List<String> miscounted = new ArrayList<>();
        tasks.forEach((queue, expected) -> {
            QueueInfo info = queues.info(queue);
            long succeeded = info.processedTotal() - info.failedTotal();
            if (exact ? succeeded != expected : succeeded > expected) {
                miscounted.add(queue + ": " + expected + " have run, " + succeeded + " are counted");
            }
        });
        return miscounted;
    }

    /** How many tasks that are acknowledged before they run have not run. */
    int lostByTheirHandler(Queues queues) {
        QueueInfo info = queues.info(Kind.PRE.queue());
        return (int) (info.processedTotal() - info.failedTotal()
                - ran.keySet().stream().filter(id -> Kind.of(id) == Kind.PRE).count());
    }

    /** Attempts that began while as many of their key ran as may. */
    List<String> beyondLimit() {
        List<String> beyond = new ArrayList<>();
        Map<String, List<long[]>> keys = new HashMap<>();
        for (String line : limited) {
            String[] parts = line.split(" ");
            long[] attempt = { Long.parseLong(parts[2]), Long.parseLong(parts[3]) };
            if (attempt[1] - attempt[0] < HUNG_MICROS) {
                keys.computeIfAbsent(parts[0] + " " + parts[1], key -> new ArrayList<>()).add(attempt);
            }
        }
        keys.forEach((key, attempts) -> {
            int limit = Integer.parseInt(key.substring(key.indexOf(' ') + 1));
            attempts.sort((one, other) -> Long.compare(one[0], other[0]));
            PriorityQueue<Long> running = new PriorityQueue<>();
            for (long[] attempt : attempts) {
                while (!running.isEmpty() && running.peek() <= attempt[0]) {
                    running.remove();
                }
                if (running.size() >= limit) {
                    beyond.add(key + " at " + attempt[0]);
                }
                running.add(attempt[1]);
            }
        });
        return beyond;
    }
}

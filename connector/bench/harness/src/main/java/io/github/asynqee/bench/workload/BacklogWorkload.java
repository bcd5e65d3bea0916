package io.github.asynqee.bench.workload;

import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Measurement;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Round;

/**
 * What a long queue costs: memory per task in Redis, and heap of a worker, which should not depend on it. The heap is read
 * twice: when the worker has had a few tasks and its queue is empty again, and while it works on the long queue.
 *
 * <p>The figures are {@code heap-mb}, in both settings, and {@code redis-bytes/task} with the backlog.
 */
public final class BacklogWorkload implements Workload {

    private static final int TASKS = 1_000_000;
    private static final int CONCURRENCY = 100;
    /** So long that the queue is hardly shorter when the heap is read. */
    private static final int SLEEP_MILLIS = 500;
    /** Two for each lane: then all that is made when it is needed has been made. */
    private static final int SEEN = 2 * CONCURRENCY;
    private static final long LIMIT_MILLIS = 60_000;
    private static final double MEGABYTE = 1 << 20;

    @Override
    public String name() {
        return "backlog";
    }

    @Override
    public int rounds() {
        return 1;
    }

    @Override
    public void run(Arena arena) {
        Order start = Drain.start(CONCURRENCY).with("handler", "sleep").with("sleep", SLEEP_MILLIS);
        Drain drain = new Drain(arena.redis(), name(), start, SEEN, Drain.SIZE);
        int tasks = Math.max(arena.scaled(TASKS), 2 * SEEN);
        List<Contender> contenders = arena.contenders().stream()
                .filter(contender -> drain.suits(contender) && contender.can(Order.to("heap"))).toList();
        for (int round = 1; round <= arena.rounds(); round++) {
            for (Contender contender : contenders) {
                measure(arena, contender, round, drain, tasks);
            }
        }
    }

    private void measure(Arena arena, Contender contender, int number, Drain drain, int tasks) {
        String setting = "backlog=0";
        try {
            drain.begin(contender);
            Round few = drain.round(contender, SEEN);
            record(arena, setting, contender, number, new Round(Map.of("heap-mb", heap(contender)), few.fault()));
            setting = "backlog=" + tasks;
            record(arena, setting, contender, number, backlog(arena.redis(), contender, tasks));
        } catch (RuntimeException e) {
            record(arena, setting, contender, number, Round.failed(e));
        } finally {
            drain.end(contender);
        }
    }

    private void record(Arena arena, String setting, Contender contender, int number, Round round) {
        arena.record(new Measurement(name(), setting, contender.name(), number, round.figures(), round.fault()));
    }

    /** Only the first few tasks are counted: a tally of all would be in the heap that is measured. */
    private static Round backlog(RedisMeter redis, Contender contender, int tasks) {
        String queue = Drain.queue(contender);
        contender.ask(Order.to("expect").with("tasks", SEEN));
        redis.pause(queue, true);
        long before = redis.usedMemory();
        redis.fill(queue, tasks, Drain.SIZE);
        double bytes = (redis.usedMemory() - before) / (double) tasks;
        redis.pause(queue, false);
        Map<String, Long> tally = contender.ask(
                Order.to("await").with("tasks", SEEN).with("within", LIMIT_MILLIS));
        long seen = tally.get("distinct");
        return new Round(Map.of("heap-mb", heap(contender), "redis-bytes/task", bytes),
                seen == SEEN ? "" : "of the first " + SEEN + " tasks " + seen + " were started");
    }

    private static double heap(Contender contender) {
        return contender.ask(Order.to("heap")).get("bytes") / MEGABYTE;
    }
}

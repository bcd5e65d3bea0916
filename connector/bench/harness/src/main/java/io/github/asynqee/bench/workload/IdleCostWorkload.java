package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Turns;
import io.github.asynqee.bench.round.Usage;
import io.github.asynqee.bench.round.Verdict;

/**
 * A worker with three queues and no tasks: what it costs to wait. No other contender runs meanwhile;
 * {@code redis-alone-us/s} is what Redis used before with nobody connected but the harness.
 */
public final class IdleCostWorkload implements Workload {

    private static final int SECONDS = 20;
    private static final int CONCURRENCY = 10;
    private static final Duration STARTING = Duration.ofSeconds(5);
    private static final List<String> PRIORITIES = List.of("6", "3", "1");

    private final Duration starting;

    /** Measures from 5 s after the start. */
    public IdleCostWorkload() {
        this(STARTING);
    }

    IdleCostWorkload(Duration starting) {
        this.starting = starting;
    }

    @Override
    public String name() {
        return "idle-cost";
    }

    @Override
    public int rounds() {
        return 2;
    }

    @Override
    public void run(Arena arena) {
        Turns.take(arena, name(), new Idle(arena.redis(), starting, arena.scaled(SECONDS)));
    }

    /**
     * The only setting.
     *
     * @param redis where
     * @param starting what passes from the start until it counts
     * @param tasks here: for how many seconds
     */
    private record Idle(RedisMeter redis, Duration starting, int tasks) implements Setting {

        @Override
        public String name() {
            return "queues=" + PRIORITIES.size() + " concurrency=" + CONCURRENCY;
        }

        /** It is started anew in each round, and waits before it counts. */
        @Override
        public int warmUp() {
            return 0;
        }

        @Override
        public boolean suits(Contender contender) {
            return contender.can(Drain.start(CONCURRENCY));
        }

        /** Starts nothing: in other contenders' turns it would use Redis, too. */
        @Override
        public void begin(Contender contender) {
            queues(contender).forEach(redis::clear);
        }

        @Override
        public Round round(Contender contender, int seconds) {
            double alone = redisAlone(seconds);
            contender.ask(Order.to("expect").with("tasks", 0));
            StringJoiner queues = new StringJoiner(",");
            for (int i = 0; i < PRIORITIES.size(); i++) {
                queues.add(queues(contender).get(i) + ":" + PRIORITIES.get(i));
            }
            contender.ask(Drain.start(CONCURRENCY).with("redis", redis.address()).with("queues", queues));
            try {
                pass(starting);
                Map<String, Double> figures = perSecond(contender, seconds);
                figures.put("redis-alone-us/s", alone);
                Map<String, Long> tally = contender.ask(Order.to("await").with("tasks", 0).with("within", 0));
                return new Round(figures, new Verdict(0, tally, 0, "", left(contender)).fault());
            } finally {
                contender.ask(Order.to("stop"));
            }
        }

        private double redisAlone(int seconds) {
            long begin = System.nanoTime();
            long before = redis.cpuNanos();
            pass(Duration.ofSeconds(seconds).dividedBy(4));
            return (redis.cpuNanos() - before) / 1e3 / since(begin);
        }

        private Map<String, Double> perSecond(Contender contender, int seconds) {
            long begin = System.nanoTime();
            Usage before = Usage.now(redis, contender);
            pass(Duration.ofSeconds(seconds));
            Map<String, Double> sums = Usage.now(redis, contender).perTask(before, 1);
            double passed = since(begin);
            Map<String, Double> figures = new LinkedHashMap<>();
            sums.forEach((name, sum) -> figures.put(name.replace("/task", "/s"), sum / passed));
            return figures;
        }

        private static double since(long begin) {
            return (System.nanoTime() - begin) / 1e9;
        }

        private static void pass(Duration time) {
            try {
                TimeUnit.NANOSECONDS.sleep(time.toNanos());
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private String left(Contender contender) {
            StringJoiner all = new StringJoiner("; ");
            queues(contender).stream().map(redis::leftovers).filter(left -> !left.isEmpty()).forEach(all::add);
            return all.toString();
        }

        private static List<String> queues(Contender contender) {
            String first = Drain.queue(contender);
            return List.of(first, first + "-b", first + "-c");
        }

        @Override
        public void end(Contender contender) {
            queues(contender).forEach(redis::clear);
        }
    }
}

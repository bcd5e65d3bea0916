package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.redis.CommandCount;
import io.github.asynqee.bench.redis.DelayProxy;
import io.github.asynqee.bench.redis.FarRedis;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Pace;
import io.github.asynqee.bench.round.Queues;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Turns;
import io.github.asynqee.bench.round.Usage;
import io.github.asynqee.bench.round.Verdict;

/**
 * A worker with some queues and no tasks: what it costs to wait. No other contender runs meanwhile;
 * {@code redis-alone-us/s} is what Redis used before with nobody connected but the harness. {@code sent/s} are the commands
 * that the worker has sent, counted on their way to Redis; {@code commands/s} are those Redis has run, inside scripts too.
 */
public final class IdleCostWorkload implements Workload {

    private static final int SECONDS = 20;
    private static final int ALONE_SHARE = 10;
    private static final int CONCURRENCY = 10;
    private static final Duration STARTING = Duration.ofSeconds(5);
    private static final List<String> PRIORITIES = List.of("6", "3", "1");
    private static final int[] QUEUES = { PRIORITIES.size(), 1, 16, 100, 1_000 };

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
        CommandCount sent = new CommandCount();
        try (DelayProxy proxy = DelayProxy.listening(arena.redis().address(), sent)) {
            RedisMeter redis = new FarRedis(arena.redis(), proxy.address());
            for (int queues : QUEUES) {
                Turns.take(arena, name(), new Idle(redis, sent, queues, starting, arena.scaled(SECONDS)));
            }
        }
    }

    /**
     * One number of queues.
     *
     * @param redis where
     * @param sent counts what contenders send there
     * @param count how many queues
     * @param starting what passes from the start until it counts
     * @param tasks here: for how many seconds
     */
    private record Idle(RedisMeter redis, CommandCount sent, int count, Duration starting,
            int tasks) implements Setting {

        @Override
        public String name() {
            return "queues=" + count + " concurrency=" + CONCURRENCY;
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
            redis.command("FLUSHALL");
        }

        @Override
        public Round round(Contender contender, int seconds) {
            double alone = redisAlone(seconds);
            Queues queues = Queues.of(redis, contender, count);
            contender.ask(Order.to("expect").with("tasks", 0));
            contender.ask(Drain.start(CONCURRENCY).with("redis", redis.address())
                    .with("queues", count == PRIORITIES.size() ? prioritized(queues) : queues.equal()));
            try {
                Pace.pass(starting);
                Map<String, Double> figures = perSecond(contender, seconds);
                figures.put("redis-alone-us/s", alone);
                Map<String, Long> tally = contender.ask(Order.to("await").with("tasks", 0).with("within", 0));
                return new Round(figures, new Verdict(0, tally, 0, "", queues.leftovers()).fault());
            } finally {
                contender.ask(Order.to("stop"));
            }
        }

        private static String prioritized(Queues queues) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < PRIORITIES.size(); i++) {
                all.append(i == 0 ? "" : ",").append(queues.names().get(i)).append(':').append(PRIORITIES.get(i));
            }
            return all.toString();
        }

        private double redisAlone(int seconds) {
            long begin = System.nanoTime();
            long before = redis.cpuNanos();
            Pace.pass(Duration.ofSeconds(seconds).dividedBy(ALONE_SHARE));
            return (redis.cpuNanos() - before) / 1e3 / since(begin);
        }

        private Map<String, Double> perSecond(Contender contender, int seconds) {
            long begin = System.nanoTime();
            Usage before = Usage.now(redis, contender);
            long sentBefore = sent.commands();
            Pace.pass(Duration.ofSeconds(seconds));
            long commands = sent.commands() - sentBefore;
            Map<String, Double> sums = Usage.now(redis, contender).perTask(before, 1);
            double passed = since(begin);
            Map<String, Double> figures = new LinkedHashMap<>();
            sums.forEach((name, sum) -> figures.put(name.replace("/task", "/s"), sum / passed));
            figures.put("sent/s", commands / passed);
            return figures;
        }

        private static double since(long begin) {
            return (System.nanoTime() - begin) / 1e9;
        }

        @Override
        public void end(Contender contender) {
            redis.command("FLUSHALL");
        }
    }
}

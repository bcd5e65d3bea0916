package io.github.asynqee.bench.workload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Turns;

/**
 * A queue that five channels share, one of which is slow: its lanes are always busy and most of its tasks wait. {@code
 * tasks/s} is what the other four get done until they have handled all of theirs, or in six seconds, {@code done-%} how much
 * that was. Then the slow handlers are released, and each task must have been handled exactly once, as everywhere.
 */
public final class SlowChannelWorkload implements Workload {

    private static final int TASKS = 50_000;
    private static final int CONCURRENCY = 10;
    private static final int SLEEP_MILLIS = 100;
    private static final long WINDOW_MILLIS = 6_000;

    @Override
    public String name() {
        return "slow-channel";
    }

    @Override
    public void run(Arena arena) {
        Turns.take(arena, name(), new Slow(arena.redis(), arena.scaled(TASKS)));
    }

    /** The only setting. */
    private record Slow(RedisMeter redis, int tasks) implements Setting {

        private static final String SLOW = SharedDrainWorkload.PREFIXES.get(0);

        @Override
        public String name() {
            return "channels=5 slow=1 sleep=%dms concurrency=%d each".formatted(SLEEP_MILLIS, CONCURRENCY);
        }

        /** A tenth: enough to warm up, and soon over even if the slow channel holds up all others. */
        @Override
        public int warmUp() {
            return Math.max(1, tasks / 10);
        }

        private static Order start() {
            return SharedDrainWorkload.start(CONCURRENCY).with("slow", SLOW).with("sleep", SLEEP_MILLIS);
        }

        @Override
        public boolean suits(Contender contender) {
            return contender.can(start());
        }

        @Override
        public void begin(Contender contender) {
            contender.ask(start().with("redis", redis.address()).with("queues", Drain.queue(contender) + ":1"));
        }

        @Override
        public Round round(Contender contender, int count) {
            String queue = Drain.queue(contender);
            List<String> types = SharedDrainWorkload.types();
            // numbers are from 0, types take turns, and the slow one comes first
            int slow = (count + types.size() - 1) / types.size();
            Handling handling = new Handling(redis, contender, List.of(queue), count);
            redis.pause(queue, true);
            contender.ask(Order.to("expect").with("tasks", count));
            redis.fill(queue, 0, count, Drain.SIZE, types);
            handling.begin();
            redis.pause(queue, false);
            Map<String, Double> figures = new LinkedHashMap<>();
            try {
                figures.putAll(rates(contender, count - slow));
            } finally {
                contender.ask(Order.to("release"));
            }
            return handling.end().with(figures);
        }

        private static Map<String, Double> rates(Contender contender, int fast) {
            Map<String, Long> others = await(contender, fast, 0);
            Map<String, Long> slow = await(contender, 0, 1);
            long done = others.get("distinct");
            double seconds = done < fast ? WINDOW_MILLIS / 1e3 : (others.get("last") - others.get("first")) / 1e9;
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("done-%", 100.0 * done / Math.max(1, fast));
            if (seconds > 0) {
                figures.put("tasks/s", done / seconds);
                figures.put("slow-tasks/s", slow.get("distinct") / seconds);
            }
            return figures;
        }

        private static Map<String, Long> await(Contender contender, int tasks, int group) {
            return contender.ask(Order.to("await").with("tasks", tasks).with("group", group)
                    .with("within", WINDOW_MILLIS));
        }

        @Override
        public void end(Contender contender) {
            Drain.stop(contender, redis);
        }
    }
}

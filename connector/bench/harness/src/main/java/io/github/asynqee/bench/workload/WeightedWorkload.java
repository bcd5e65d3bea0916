package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

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
import io.github.asynqee.internal.protocol.QueueKeys;

/**
 * Three queues of different priorities, equally full when the contender may take the first task. {@code high-%} and so
 * on say from which queues the first third of all tasks was taken; 60, 30 and 10 would be what the priorities ask for.
 */
public final class WeightedWorkload implements Workload {

    private static final int TASKS = 60_000;
    private static final int CONCURRENCY = 50;
    private static final List<Priority> PRIORITIES = List.of(new Priority("high", 6), new Priority("mid", 3),
            new Priority("low", 1));

    private record Priority(String queue, int value) {}

    @Override
    public String name() {
        return "weighted";
    }

    @Override
    public void run(Arena arena) {
        int each = arena.scaled(TASKS / PRIORITIES.size());
        Turns.take(arena, name(), new Weighted(arena.redis(), each * PRIORITIES.size()));
    }

    /** The only setting. */
    private record Weighted(RedisMeter redis, int tasks) implements Setting {

        private static final long LOOK_NANOS = 2_000_000;
        private static final long LOOK_LIMIT = Duration.ofSeconds(60).toNanos();

        @Override
        public String name() {
            return "priorities=6:3:1 concurrency=" + CONCURRENCY;
        }

        @Override
        public boolean suits(Contender contender) {
            return contender.can(Drain.start(CONCURRENCY));
        }

        @Override
        public void begin(Contender contender) {
            StringJoiner queues = new StringJoiner(",");
            PRIORITIES.forEach(priority -> queues.add(queue(contender, priority) + ":" + priority.value()));
            contender.ask(Drain.start(CONCURRENCY).with("redis", redis.address()).with("queues", queues));
        }

        @Override
        public Round round(Contender contender, int count) {
            int each = Math.max(1, count / PRIORITIES.size());
            List<String> queues = queues(contender);
            Handling handling = new Handling(redis, contender, queues, each * queues.size());
            queues.forEach(queue -> redis.pause(queue, true));
            contender.ask(Order.to("expect").with("tasks", each * queues.size()));
            fill(queues, each);
            handling.begin();
            redis.command(Stream.concat(Stream.of("DEL"), queues.stream().map(queue -> QueueKeys.of(queue).paused()))
                    .toArray(String[]::new));
            Map<String, Double> figures = shares(queues, each);
            Round round = handling.end();
            figures.putAll(round.figures());
            return new Round(figures, round.fault());
        }

        /**
         * The first task of each at the same time: a worker looks into a paused queue now and then from when it has
         * noticed that something is there, and must not find one of the three open long before the others.
         */
        private void fill(List<String> queues, int each) {
            for (int i = 0; i < queues.size(); i++) {
                redis.fill(queues.get(i), i * each, 1, Drain.SIZE);
            }
            for (int i = 0; i < queues.size(); i++) {
                redis.fill(queues.get(i), i * each + 1, each - 1, Drain.SIZE);
            }
        }

        @Override
        public void end(Contender contender) {
            try {
                contender.ask(Order.to("stop"));
            } finally {
                queues(contender).forEach(redis::clear);
            }
        }

        /** Looks until a third is taken. */
        private Map<String, Double> shares(List<String> queues, int each) {
            long[] taken = new long[queues.size()];
            long sum = 0;
            long end = System.nanoTime() + LOOK_LIMIT;
            while (sum < each && System.nanoTime() < end) {
                LockSupport.parkNanos(LOOK_NANOS);
                sum = 0;
                for (int i = 0; i < taken.length; i++) {
                    taken[i] = each - Long.parseLong(redis.command("LLEN", QueueKeys.of(queues.get(i)).pending()));
                    sum += taken[i];
                }
            }
            Map<String, Double> shares = new LinkedHashMap<>();
            for (int i = 0; i < taken.length; i++) {
                shares.put(PRIORITIES.get(i).queue() + "-%", 100.0 * taken[i] / Math.max(1, sum));
            }
            return shares;
        }

        private static List<String> queues(Contender contender) {
            return PRIORITIES.stream().map(priority -> queue(contender, priority)).toList();
        }

        private static String queue(Contender contender, Priority priority) {
            return Drain.queue(contender) + "-" + priority.queue();
        }
    }
}

package io.github.asynqee.bench;

import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.contender.Order;

/** Enqueueing while nobody works: one by one, many under way at a time, or in bulk. */
public final class EnqueueWorkload implements Workload {

    private static final int TASKS = 100_000;
    private static final int[] PRODUCERS = { 1, 8 };
    private static final String[] MODES = { "single", "coalesced", "bulk" };

    @Override
    public String name() {
        return "enqueue";
    }

    @Override
    public void run(Arena arena) {
        for (String mode : MODES) {
            for (int producers : PRODUCERS) {
                Order order = Order.to("enqueue").with("mode", mode).with("producers", producers);
                Turns.take(arena, name(), new Enqueue(arena.redis(), order, arena.scaled(TASKS)));
            }
        }
    }

    /** What is wrong with the numbers of tasks that should be all those below a count, once each; or empty. */
    static String fault(List<Integer> numbers, int count) {
        BitSet seen = new BitSet();
        int strangers = 0;
        for (int number : numbers) {
            if (number < 0 || number >= count) {
                strangers++;
            } else {
                seen.set(number);
            }
        }
        int twice = numbers.size() - strangers - seen.cardinality();
        if (seen.cardinality() == count && twice == 0 && strangers == 0) {
            return "";
        }
        return "%d of %d tasks not enqueued, %d enqueued again, %d enqueued that are no tasks of this round"
                .formatted(count - seen.cardinality(), count, twice, strangers);
    }

    /** One mode with one number of producers. */
    private record Enqueue(RedisMeter redis, Order order, int tasks) implements Setting {

        @Override
        public String name() {
            return "mode=" + order.text("mode") + " producers=" + order.text("producers");
        }

        @Override
        public boolean suits(Contender contender) {
            return contender.can(order);
        }

        @Override
        public void begin(Contender contender) {
            redis.clear(Drain.queue(contender));
        }

        @Override
        public Round round(Contender contender, int count) {
            String queue = Drain.queue(contender);
            Usage before = Usage.now(redis, contender);
            long nanos = contender.ask(order.with("redis", redis.address())
                    .with("queue", queue)
                    .with("tasks", count)
                    .with("size", Drain.SIZE)).get("nanos");
            Map<String, Double> figures = new LinkedHashMap<>(Usage.now(redis, contender).perTask(before, count));
            figures.put("tasks/s", count * 1e9 / nanos);
            String fault = fault(redis.pending(queue), count);
            redis.clear(queue);
            return new Round(figures, fault);
        }

        @Override
        public void end(Contender contender) {
            redis.clear(Drain.queue(contender));
        }
    }
}

package io.github.asynqee.bench.workload;

import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Alone;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Turns;

/**
 * Tasks that take long in a queue that two equal workers share: one that takes more than it can run leaves lanes of the other
 * without work. {@code seconds} is from the start of the first task to the end of the last one, {@code larger-share-%} what
 * the worker with more of them had.
 */
public final class HoardingWorkload implements Workload {

    private static final int TASKS = 240;
    private static final int CONCURRENCY = 20;
    private static final int SLEEP_MILLIS = 1_000;
    private static final int WORKERS = 2;

    @Override
    public String name() {
        return "hoarding";
    }

    @Override
    public void run(Arena arena) {
        Turns.take(arena, name(), new Hoarding(arena));
    }

    /** The only setting. */
    private static final class Hoarding extends Alone {

        private static final Order START = Drain.start(CONCURRENCY).with("handler", "sleep").with("sleep",
                SLEEP_MILLIS);

        Hoarding(Arena arena) {
            super(arena.redis(), "workers=%d sleep=%dms concurrency=%d each".formatted(WORKERS, SLEEP_MILLIS,
                    CONCURRENCY), START.with("worker", 0), arena.scaled(TASKS));
        }

        @Override
        protected Round measure(Contender contender, int tasks) {
            String queue = Drain.queue(contender);
            Handling handling = new Handling(redis(), contender, List.of(queue), tasks);
            contender.ask(Order.to("expect").with("tasks", tasks));
            redis().pause(queue, true);
            redis().fill(queue, tasks, Drain.SIZE);
            for (int worker = 0; worker < WORKERS; worker++) {
                contender.ask(START.with("worker", worker).with("group", worker).with("redis", redis().address())
                        .with("queues", queue + ":1"));
            }
            handling.begin();
            redis().pause(queue, false);
            Round round = handling.end();
            return round.isValid() ? round.with(figures(contender, tasks, handling.tally())) : round;
        }

        private static Map<String, Double> figures(Contender contender, int tasks, Map<String, Long> tally) {
            long first = contender.ask(Order.to("await").with("tasks", 0).with("within", 0).with("group", 0))
                    .get("distinct");
            double seconds = (tally.get("last") - tally.get("first")) / 1e9 + SLEEP_MILLIS / 1e3;
            return Map.of("seconds", seconds, "tasks/s", tasks / seconds, "larger-share-%",
                    100.0 * Math.max(first, tasks - first) / tasks);
        }
    }
}

package io.github.asynqee.bench.workload;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;
import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.BenchTask;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Produced;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.round.Turns;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;

/**
 * Many tasks that are scheduled for the same second. They are scheduled some seconds ahead, more than asynq's check
 * interval of five, so that every worker can know of them in time. Lateness counts from the beginning of that second.
 */
public final class DueWorkload implements Workload {

    private static final int TASKS = 10_000;
    private static final int CONCURRENCY = 100;
    private static final int SECONDS_AHEAD = 7;
    private static final int BATCH = 1_000;

    private final int secondsAhead;

    /** Schedules 7 s ahead. */
    public DueWorkload() {
        this(SECONDS_AHEAD);
    }

    DueWorkload(int secondsAhead) {
        this.secondsAhead = secondsAhead;
    }

    @Override
    public String name() {
        return "due";
    }

    @Override
    public int rounds() {
        return 2;
    }

    @Override
    public void run(Arena arena) {
        try (AsynqClient client = DefaultAsynqClient
                .of(RedisBroker.connect(RedisConfig.of("redis://" + arena.redis().address())))) {
            Turns.take(arena, name(), new Due(arena.redis(), client, secondsAhead, arena.scaled(TASKS)));
        }
    }

    /** The only setting. */
    private record Due(RedisMeter redis, AsynqClient client, int secondsAhead, int tasks) implements Setting {

        @Override
        public String name() {
            return "ahead=" + secondsAhead + "s concurrency=" + CONCURRENCY;
        }

        @Override
        public boolean suits(Contender contender) {
            return contender.can(Drain.start(CONCURRENCY));
        }

        @Override
        public void begin(Contender contender) {
            contender.ask(Drain.start(CONCURRENCY)
                    .with("redis", redis.address())
                    .with("queues", Drain.queue(contender) + ":1"));
        }

        @Override
        public Round round(Contender contender, int count) {
            String queue = Drain.queue(contender);
            Handling handling = new Handling(redis, contender, List.of(queue), count);
            contender.ask(Order.to("expect").with("tasks", count));
            Instant second = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(secondsAhead);
            schedule(queue, second, count);
            if (!Instant.now().isBefore(second)) {
                throw new IllegalStateException("scheduling took longer than " + secondsAhead + " s");
            }
            handling.begin();
            Round round = handling.end().with(Produced.latencies(handling.tally()));
            return fault(round, handling.tally(), second);
        }

        private void schedule(String queue, Instant second, int count) {
            for (int from = 0; from < count; from += BATCH) {
                List<Task<byte[]>> batch = new ArrayList<>();
                IntStream.range(from, Math.min(from + BATCH, count))
                        .mapToObj(number -> new BenchTask(number, BenchTask.nanos(second)).on(queue, Drain.SIZE))
                        .forEach(task -> batch.add(task.processAt(second)));
                for (EnqueueResult result : client.enqueueAll(batch)) {
                    if (!result.isStored()) {
                        throw new IllegalStateException("a task was refused", result.error());
                    }
                }
            }
        }

        private static Round fault(Round round, Map<String, Long> tally, Instant second) {
            boolean early = tally.getOrDefault("first", Long.MAX_VALUE) < BenchTask.nanos(second);
            return round.isValid() && early
                    ? new Round(round.figures(), "tasks were started before they were due") : round;
        }

        @Override
        public void end(Contender contender) {
            Drain.stop(contender, redis);
        }
    }
}

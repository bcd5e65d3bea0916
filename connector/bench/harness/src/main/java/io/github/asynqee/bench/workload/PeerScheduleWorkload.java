package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Random;

import io.github.asynqee.bench.arena.Arena;
import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.arena.Workload;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.redis.StockPeer;
import io.github.asynqee.bench.round.Alone;
import io.github.asynqee.bench.round.Drain;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Pace;
import io.github.asynqee.bench.round.Produced;
import io.github.asynqee.bench.round.Queues;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.Turns;

/**
 * Tasks that a producer without the connector schedules, one every 200 ms, for the first whole second that is at least two
 * seconds ahead. The worker is idle and has never heard of them; lateness counts from the beginning of that second.
 */
public final class PeerScheduleWorkload implements Workload {

    private static final int[] QUEUES = { 1, 100 };
    private static final int TASKS = 30;
    private static final int CONCURRENCY = 10;
    private static final int SECONDS_AHEAD = 2;
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int WARM_UP_TASKS = 500;
    private static final Duration WARM_UP_PAUSE = Duration.ofMillis(1);

    @Override
    public String name() {
        return "peer-schedule";
    }

    @Override
    public void run(Arena arena) {
        for (int queues : QUEUES) {
            Turns.take(arena, name(), new Schedule(arena, queues));
        }
    }

    /** One number of queues. */
    private static final class Schedule extends Alone {

        private final int count;
        private final int warmUpTasks;

        Schedule(Arena arena, int count) {
            super(arena.redis(), "queues=%d ahead=%ds concurrency=%d".formatted(count, SECONDS_AHEAD, CONCURRENCY),
                    Drain.start(CONCURRENCY), arena.scaled(TASKS));
            this.count = count;
            this.warmUpTasks = arena.scaled(WARM_UP_TASKS);
        }

        @Override
        protected Round measure(Contender contender, int tasks) {
            Queues queues = Queues.of(redis(), contender, count);
            Random random = new Random(1);
            start(contender, queues.equal());
            try (StockPeer peer = new StockPeer(redis())) {
                Handling warmUp = expect(contender, queues, warmUpTasks);
                Pace.keep(WARM_UP_PAUSE, warmUpTasks, number -> peer.enqueue(any(queues, random), number));
                Round warm = warmUp.end();
                if (!warm.isValid()) {
                    return new Round(warm.figures(), "warm-up: " + warm.fault());
                }
                Handling handling = expect(contender, queues, tasks);
                Pace.keep(PAUSE, tasks, number -> peer.schedule(any(queues, random), number, due()));
                Round round = handling.end().with(Produced.latencies(handling.tally()));
                return early(handling.tally()) ? new Round(round.figures(), "a task was started before it was due")
                        : round;
            }
        }

        private Handling expect(Contender contender, Queues queues, int tasks) {
            Handling handling = new Handling(redis(), contender, queues.names(), tasks);
            contender.ask(Order.to("expect").with("tasks", tasks));
            handling.begin();
            return handling;
        }

        private static String any(Queues queues, Random random) {
            return queues.names().get(random.nextInt(queues.names().size()));
        }

        private static Instant due() {
            return Instant.now().plusSeconds(SECONDS_AHEAD).truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        }

        private static boolean early(Map<String, Long> tally) {
            return tally.getOrDefault("min", 0L) < 0;
        }
    }
}

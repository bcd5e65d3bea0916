package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import java.util.function.ObjIntConsumer;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.StockPeer;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.IsolatedSetting;
import io.github.asynqee.bench.round.Pace;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;

/** An idle worker with many queues: a producer without the connector stores a task at intervals in a random queue. */
final class PeerTasks extends IsolatedSetting {

    private static final int CONCURRENCY = 10;
    private static final Duration WARM_UP_INTERVAL = Duration.ofMillis(1);
    private static final int SECONDS_AHEAD = 2;

    private final int queues;
    private final boolean scheduled;
    private final Duration interval;
    private final int warmUpTasks;

    private PeerTasks(RunContext run, String name, int tasks, int queues, boolean scheduled, Duration interval,
            int warmUpTasks) {
        super(run, name, run.scaled(tasks), concurrency(CONCURRENCY));
        this.queues = queues;
        this.scheduled = scheduled;
        this.interval = interval;
        this.warmUpTasks = run.scaled(warmUpTasks);
    }

    /** A producer of tasks that can start now, one every 50 ms. */
    static Setting enqueued(RunContext run, int queues, int tasks) {
        return new PeerTasks(run, "queues=%d concurrency=%d pause=50ms".formatted(queues, CONCURRENCY), tasks, queues,
                false, Duration.ofMillis(50), 1_000);
    }

    /**
     * Tasks for the first whole second that is at least two seconds ahead, one every 200 ms. Latency counts from the
     * beginning of that second.
     */
    static Setting scheduled(RunContext run, int queues, int tasks) {
        return new PeerTasks(run, "queues=%d ahead=%ds concurrency=%d".formatted(queues, SECONDS_AHEAD, CONCURRENCY),
                tasks, queues, true, Duration.ofMillis(200), 500);
    }

    @Override
    protected Round measure(Subject subject, int count) {
        Queues names = Queues.of(redis(), subject, queues);
        start(subject, names.equalPriorities());
        try (StockPeer peer = new StockPeer(redis())) {
            Round warmUp = handle(subject, names, warmUpTasks, WARM_UP_INTERVAL, peer::enqueue);
            if (!warmUp.isValid()) {
                return Round.afterVoidWarmUp(warmUp);
            }
            return handle(subject, names, count, interval, scheduled
                    ? (queue, number) -> peer.schedule(queue, number, due())
                    : peer::enqueue);
        }
    }

    private Round handle(Subject subject, Queues names, int count, Duration pause, ObjIntConsumer<String> store) {
        Random random = new Random(1);
        Handling handling = new Handling(redis(), subject, names.names(), count).begin();
        Pace.repeat(pause, count, number -> store.accept(names.names().get(random.nextInt(queues)), number));
        return handling.end().with(Round.latencies(handling.summary()))
                .voidIf(handling.summary().getOrDefault("min", 0L) < 0, "a task started before it was due");
    }

    private static Instant due() {
        return Instant.now().plusSeconds(SECONDS_AHEAD).truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    }
}

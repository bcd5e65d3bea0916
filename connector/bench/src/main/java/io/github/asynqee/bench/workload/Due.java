package io.github.asynqee.bench.workload;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.bench.subject.TaskProducer;

/**
 * Many tasks scheduled for the same second, further ahead than asynq's check interval of five seconds. Latency counts
 * from the beginning of that second.
 */
final class Due extends Setting {

    private static final int CONCURRENCY = 100;
    private static final int BATCH = 1_000;

    /** How far ahead the tasks of a warm-up round are scheduled: enough time to schedule them all. */
    private static final int WARM_UP_SECONDS_AHEAD = 3;
    private static final int WARM_UP_FACTOR = 5;

    private final int secondsAhead;

    Due(RunContext run, int secondsAhead, int tasks) {
        super(run, "ahead=" + secondsAhead + "s concurrency=" + CONCURRENCY, run.scaled(tasks),
                concurrency(CONCURRENCY));
        this.secondsAhead = secondsAhead;
    }

    /** More tasks than in a round, because a round is too short to warm up. */
    @Override
    protected int warmUp() {
        return tasks() * WARM_UP_FACTOR;
    }

    @Override
    protected Round warmUpRound(Subject subject, int count) {
        return round(subject, count, WARM_UP_SECONDS_AHEAD);
    }

    @Override
    protected Round round(Subject subject, int count) {
        return round(subject, count, secondsAhead);
    }

    private Round round(Subject subject, int count, int ahead) {
        String queue = Queues.name(subject);
        Handling handling = new Handling(redis(), subject, List.of(queue), count);
        Instant second = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(ahead);
        schedule(queue, second, count);
        if (!Instant.now().isBefore(second)) {
            throw new IllegalStateException("scheduling took longer than " + ahead + " s");
        }
        Round round = handling.begin().end().with(Round.latencies(handling.summary()));
        return round.voidIf(handling.summary().getOrDefault("first", Long.MAX_VALUE) < BenchTask.nanos(second),
                "tasks started before they were due");
    }

    private void schedule(String queue, Instant second, int count) {
        List<Task<byte[]>> batch = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            BenchTask task = new BenchTask(number, BenchTask.nanos(second));
            batch.add(task.on(queue, BenchTask.TYPE, SIZE).processAt(second));
            if (batch.size() == BATCH || number == count - 1) {
                TaskProducer.storeAll(redis().client(), batch);
                batch.clear();
            }
        }
    }
}

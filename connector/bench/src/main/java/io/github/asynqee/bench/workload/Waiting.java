package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.IsolatedSetting;
import io.github.asynqee.bench.round.Pace;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.internal.protocol.QueueKeys;

/**
 * The memory of tasks that wait, because all lanes are busy or the tasks are scheduled for later. The subject enqueues
 * them itself. {@code redis-bytes/task} is the growth of Redis, {@code heap-bytes/task} the growth of the worker's
 * heap.
 */
final class Waiting extends IsolatedSetting {

    private static final int CONCURRENCY = 10;
    private static final int SLEEP_MILLIS = 2_000;
    private static final int PRODUCERS = 8;
    /** Time until the worker has prefetched all tasks that it can hold. */
    private static final Duration FETCHING = Duration.ofSeconds(2);

    private final int secondsAhead;

    Waiting(RunContext run, String state, int secondsAhead, int tasks) {
        super(run, state + "=" + run.scaled(tasks), run.scaled(tasks),
                concurrency(CONCURRENCY).with("sleep", SLEEP_MILLIS));
        this.secondsAhead = secondsAhead;
    }

    @Override
    protected Round measure(Subject subject, int count) {
        String queue = Queues.name(subject);
        subject.send(Command.of("expect").with("tasks", count));
        start(subject, queue + ":1");
        redis().pause(List.of(queue), true);
        // the first tasks need resources that later tasks reuse
        int first = count / 10;
        enqueue(subject, queue, first);
        long redisBefore = redis().memory();
        long heapBefore = heap(subject);
        enqueue(subject, queue, count);
        long redisAfter = redis().memory();
        redis().pause(List.of(queue), false);
        Pace.pass(FETCHING);
        long heapAfter = heap(subject);
        subject.send(Command.of("stop"));
        long found = found(queue);
        return new Round(Map.of("redis-bytes/task", (double) (redisAfter - redisBefore) / count,
                "heap-bytes/task", (double) (heapAfter - heapBefore) / count), "")
                .voidIf(found != first + count, found + " of " + (first + count) + " tasks wait or were processed");
    }

    private long found(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        return redis().number("LLEN", keys.pending()) + redis().number("ZCARD", keys.scheduled())
                + new Queues(redis(), List.of(queue)).processed();
    }

    private void enqueue(Subject subject, String queue, int count) {
        Command enqueue = redis().to(Command.of("enqueue")).with("mode", "single").with("producers", PRODUCERS)
                .with("size", SIZE).with("queue", queue).with("tasks", count);
        subject.send(secondsAhead > 0 ? enqueue.with("in", secondsAhead) : enqueue);
    }

    private static long heap(Subject subject) {
        return subject.send(Command.of("heap")).get("bytes");
    }
}

package io.github.asynqee.bench.workload;

import java.util.List;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.subject.BenchTask;

/** An application with a channel for each of many queues, over which the tasks are distributed evenly. */
final class ManyChannels extends Drain {

    private static final List<String> TYPES = List.of(BenchTask.TYPE);

    private final int channels;

    ManyChannels(RunContext run, int channels, int tasks) {
        super(run, "channels=" + channels + " concurrency=1 each", tasks, concurrency(1).with("spread", true));
        this.channels = channels;
    }

    @Override
    List<String> queues(Subject subject) {
        return Queues.of(redis(), subject, channels).names();
    }

    @Override
    protected void begin(Subject subject) {
        start(subject, Queues.of(redis(), subject, channels).equalPriorities());
    }

    @Override
    void fill(Subject subject, int count) {
        List<String> queues = queues(subject);
        for (int i = 0; i < channels; i++) {
            int first = (int) ((long) count * i / channels);
            int end = (int) ((long) count * (i + 1) / channels);
            redis().fill(queues.get(i), first, end - first, SIZE, TYPES);
        }
    }
}

package io.github.asynqee.bench.workload;

import java.util.List;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.bench.subject.Command;

/** Many queues with evenly distributed tasks, with one channel for each queue or one channel for all queues. */
final class ManyChannels extends Drain {

    private static final int CONCURRENCY = 50;

    private final int queues;
    private final boolean byPattern;

    private ManyChannels(RunContext run, String name, int queues, boolean byPattern, Command start) {
        super(run, name, 150_000, start);
        this.queues = queues;
        this.byPattern = byPattern;
    }

    /** An application with a channel for each queue. */
    static Setting of(RunContext run, int channels) {
        return new ManyChannels(run, "channels=" + channels + " concurrency=1 each", channels, false,
                concurrency(1).with("spread", true));
    }

    /** An application with one channel, which finds the queues by a pattern. */
    static Setting byPattern(RunContext run, int queues) {
        return new ManyChannels(run, "queues=" + queues + " by pattern concurrency=" + CONCURRENCY, queues, true,
                concurrency(CONCURRENCY).with("pattern", true));
    }

    /** False if there are many queues: then a round has all tasks, so that each queue has some. */
    @Override
    protected boolean isTimed() {
        return !byPattern;
    }

    @Override
    List<String> queues(Subject subject) {
        return Queues.of(redis(), subject, queues).names();
    }

    @Override
    protected void begin(Subject subject) {
        start(subject, byPattern ? Queues.pattern(subject) : Queues.of(redis(), subject, queues).equalPriorities());
    }

    @Override
    void fill(Subject subject, int count) {
        List<String> names = queues(subject);
        redis().fill(0, count, SIZE, number -> BenchTask.now(number)
                .on(names.get((int) ((long) number * queues / count)), BenchTask.TYPE, SIZE));
    }
}

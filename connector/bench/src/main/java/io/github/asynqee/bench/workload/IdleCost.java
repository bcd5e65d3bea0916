package io.github.asynqee.bench.workload;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.IsolatedSetting;
import io.github.asynqee.bench.round.Pace;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RoundCheck;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Usage;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.internal.protocol.GlobalKeys;

/**
 * A worker without tasks. {@code redis-alone-us/s} is the processor time that Redis used before the worker was started;
 * {@code reads/s} is the number of commands and pipelines that Redis read; {@code commands/s} includes those inside
 * scripts.
 */
final class IdleCost extends IsolatedSetting {

    private static final int CONCURRENCY = 10;
    private static final int WITH_PRIORITIES = 3;

    private final int queues;
    private final boolean byPattern;
    private final Duration starting;
    private final Duration time;

    /** The cost of queues that are configured by name. */
    IdleCost(RunContext run, int queues, Duration starting, int seconds) {
        this(run, "queues=" + queues, queues, false, starting, seconds);
    }

    /** The cost of existing queues that are found by a pattern. */
    static IdleCost byPattern(RunContext run, int queues, Duration starting, int seconds) {
        return new IdleCost(run, "queues=" + queues + " by pattern", queues, true, starting, seconds);
    }

    /**
     * Creates the setting.
     *
     * @param queues the number of queues
     * @param starting the time from the start of the worker until it is measured
     * @param seconds for how long it is measured
     */
    private IdleCost(RunContext run, String name, int queues, boolean byPattern, Duration starting, int seconds) {
        super(run, name + " concurrency=" + CONCURRENCY, 0,
                byPattern ? concurrency(CONCURRENCY).with("pattern", true) : concurrency(CONCURRENCY));
        this.queues = queues;
        this.byPattern = byPattern;
        this.starting = starting;
        this.time = Duration.ofSeconds(run.scaled(seconds));
    }

    @Override
    protected Round measure(Subject subject, int count) {
        long redisBefore = redis().cpuNanos();
        double alone = Pace.pass(time.dividedBy(10));
        double redisAlone = (redis().cpuNanos() - redisBefore) / 1e3 / alone;
        Queues names = Queues.of(redis(), subject, queues);
        subject.send(Command.of("expect").with("tasks", 0));
        if (byPattern) {
            redis().command(Stream.concat(Stream.of("SADD", GlobalKeys.QUEUES), names.names().stream())
                    .toArray(String[]::new));
            start(subject, Queues.pattern(subject));
        } else {
            start(subject, queues == WITH_PRIORITIES ? Weighted.prioritized(names.names()) : names.equalPriorities());
        }
        Pace.pass(starting);
        long readsBefore = redis().reads();
        Usage before = Usage.now(redis(), subject);
        double seconds = Pace.pass(time);
        Map<String, Double> figures = Usage.now(redis(), subject).since(before, seconds, "s");
        figures.put("reads/s", (redis().reads() - readsBefore) / seconds);
        figures.put("redis-alone-us/s", redisAlone);
        Map<String, Long> summary = subject.send(Command.of("await").with("tasks", 0).with("within", 0));
        return new Round(figures, RoundCheck.handled(0, summary, 0, "", names.leftovers()));
    }
}

package io.github.asynqee.bench.workload;

import java.util.List;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.ActiveTasks;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.redis.RedisMeter;
import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.bench.subject.Command;

/**
 * Tasks that are enqueued before the subject may take the first one: its queue is paused, filled and resumed.
 * Throughput counts from the start of the first task to the start of the last one.
 */
class Drain extends Setting {

    private final List<String> types;

    Drain(RunContext run, String name, int tasks, Command start) {
        this(run, name, tasks, start, List.of(BenchTask.TYPE));
    }

    /** Tasks of several types in equal shares, which alternate. */
    Drain(RunContext run, String name, int tasks, Command start, List<String> types) {
        super(run, name, run.scaled(tasks), start);
        this.types = types;
    }

    /** Handlers that sleep, in virtual threads if the subject has them. */
    static Drain sleeping(RunContext run, int millis, int concurrency, int tasks) {
        String threads = Runtime.version().feature() >= 21 ? "virtual" : "platform";
        return new Drain(run, "sleep=%dms concurrency=%d threads=%s".formatted(millis, concurrency, threads), tasks,
                concurrency(concurrency).with("sleep", millis)) {
            @Override
            Command start(Subject subject) {
                Command virtual = super.start(subject).with("threads", threads);
                return subject.supports(virtual) ? virtual : super.start(subject);
            }
        };
    }

    /** Other tasks of the same queue are active during the drain. */
    static Drain besideActive(RunContext run, int active, int concurrency, int tasks) {
        return new Drain(run, "active=" + active, tasks, concurrency(concurrency)) {
            @Override
            void begin(Subject subject) {
                redis().fill(Queues.name(subject), active, SIZE);
                ActiveTasks.hold(redis(), Queues.name(subject), active);
                super.begin(subject);
            }
        };
    }

    /** Other workers of the same process wait for tasks in queues of their own. */
    static Drain besideIdle(RunContext run, int workers, int queues, int concurrency, int tasks) {
        String name = "idle-workers=%d x %d queues concurrency=%d".formatted(workers, queues, concurrency);
        Command idle = concurrency(1).with("worker", "idle");
        return new Drain(run, name, tasks, concurrency(concurrency)) {
            @Override
            boolean supports(Subject subject) {
                return super.supports(subject) && subject.supports(idle);
            }

            @Override
            void begin(Subject subject) {
                super.begin(subject);
                List<String> names = Queues.of(redis(), subject, workers * queues).names();
                for (int worker = 0; worker < workers; worker++) {
                    Queues own = new Queues(redis(), names.subList(worker * queues, (worker + 1) * queues));
                    subject.send(idle.with("worker", "idle-" + worker).with("redis", redis().address())
                            .with("queues", own.equalPriorities()));
                }
            }
        };
    }

    @Override
    Round round(Subject subject, int count) {
        RedisMeter redis = redis();
        String queue = Queues.name(subject);
        Handling handling = new Handling(redis, subject, List.of(queue), count);
        redis.pause(queue, true);
        redis.fill(queue, 0, count, SIZE, types);
        handling.begin();
        redis.pause(queue, false);
        return handling.end();
    }
}

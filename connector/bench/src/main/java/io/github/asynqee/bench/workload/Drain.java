package io.github.asynqee.bench.workload;

import java.util.List;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.ActiveTasks;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.bench.subject.Command;

/**
 * Tasks that are enqueued before the subject may take the first one: its queue is paused, filled and resumed.
 * Throughput counts from the start of the first task to the start of the last one.
 */
class Drain extends Setting {

    private final List<String> types;
    private final int size;

    Drain(RunContext run, String name, int tasks, Command start) {
        this(run, name, tasks, start, List.of(BenchTask.TYPE));
    }

    /** Tasks with larger payloads. */
    Drain(RunContext run, String name, int tasks, int size, Command start) {
        super(run, name, run.scaled(tasks), start);
        this.types = List.of(BenchTask.TYPE);
        this.size = size;
    }

    /** Tasks of several types in equal shares, which alternate. */
    Drain(RunContext run, String name, int tasks, Command start, List<String> types) {
        super(run, name, run.scaled(tasks), start);
        this.types = types;
        this.size = SIZE;
    }

    /** Handlers that sleep, in virtual threads if the subject has them. */
    static Drain sleeping(RunContext run, int millis, int concurrency, int tasks) {
        String threads = Runtime.version().feature() >= 21 ? "virtual" : "platform";
        return new Drain(run, "sleep=%dms concurrency=%d threads=%s".formatted(millis, concurrency, threads), tasks,
                concurrency(concurrency).with("sleep", millis)) {
            @Override
            protected Command start(Subject subject) {
                Command virtual = super.start(subject).with("threads", threads);
                return subject.supports(virtual) ? virtual : super.start(subject);
            }
        };
    }

    /**
     * Tasks with keys.
     *
     * @param keys how many there are
     * @param block number of consecutive tasks with the same key
     */
    static Drain keyed(RunContext run, String name, int keys, int block, Command start) {
        return new Drain(run, name, 150_000, start) {
            @Override
            void fill(Subject subject, int count) {
                String queue = Queues.name(subject);
                redis().fill(0, count, SIZE, number -> BenchTask.now(number).on(queue, BenchTask.TYPE, SIZE)
                        .header(BenchTask.KEY, "key-" + number / block % keys));
            }
        };
    }

    /** Other tasks of the same queue are active during the drain. */
    static Drain besideActive(RunContext run, int active, int concurrency, int tasks) {
        return new Drain(run, "active=" + active, tasks, concurrency(concurrency)) {
            @Override
            protected void begin(Subject subject) {
                redis().fill(Queues.name(subject), active, SIZE);
                ActiveTasks.hold(redis(), Queues.name(subject), active);
                super.begin(subject);
            }
        };
    }

    /** Other workers of the same process wait for tasks in other queues. */
    static Drain besideIdle(RunContext run, int workers, int queues, int concurrency, int tasks) {
        String name = "idle-workers=%d x %d queues concurrency=%d".formatted(workers, queues, concurrency);
        Command idle = concurrency(1).with("worker", "idle");
        return new Drain(run, name, tasks, concurrency(concurrency)) {
            @Override
            protected boolean supports(Subject subject) {
                return super.supports(subject) && subject.supports(idle);
            }

            @Override
            protected void begin(Subject subject) {
                super.begin(subject);
                List<String> names = Queues.of(redis(), subject, workers * queues).names();
                for (int worker = 0; worker < workers; worker++) {
                    Queues own = new Queues(redis(), names.subList(worker * queues, (worker + 1) * queues));
                    subject.send(redis().to(idle).with("worker", "idle-" + worker)
                            .with("queues", own.equalPriorities()));
                }
            }
        };
    }

    @Override
    protected boolean isTimed() {
        return true;
    }

    /** The queues in which the tasks of a subject are. */
    List<String> queues(Subject subject) {
        return List.of(Queues.name(subject));
    }

    /** Enqueues tasks with the numbers from 0. */
    void fill(Subject subject, int count) {
        redis().fill(Queues.name(subject), 0, count, size, types);
    }

    @Override
    protected Round round(Subject subject, int count) {
        List<String> queues = queues(subject);
        Handling handling = new Handling(redis(), subject, queues, count);
        redis().pause(queues, true);
        fill(subject, count);
        handling.begin();
        redis().pause(queues, false);
        return handling.end();
    }

    @Override
    protected final void end(Subject subject) {
        try {
            subject.send(Command.of("stop"));
        } finally {
            redis().clear(queues(subject));
        }
    }
}

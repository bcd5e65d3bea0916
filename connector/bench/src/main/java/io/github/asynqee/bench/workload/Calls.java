package io.github.asynqee.bench.workload;

import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.subject.Command;

/** Eight threads of a server. Each sends a task to the same server and waits until it was handled. */
final class Calls extends Setting {

    private static final int CALLERS = 8;

    private final Command enqueue;

    /**
     * @param by how the threads wait: {@code call} for the result of a call, or {@code wait} until the handler was
     * called
     */
    Calls(RunContext run, String by, int tasks) {
        super(run, "by=" + by + " callers=" + CALLERS, run.scaled(tasks), concurrency(CALLERS));
        enqueue = Command.of("enqueue").with("mode", "each").with("by", by).with("producers", CALLERS)
                .with("size", SIZE);
    }

    @Override
    protected boolean supports(Subject subject) {
        return super.supports(subject) && subject.supports(enqueue);
    }

    @Override
    protected boolean isTimed() {
        return true;
    }

    @Override
    protected Round round(Subject subject, int count) {
        String queue = Queues.name(subject);
        Handling handling = new Handling(redis(), subject, List.of(queue), count).begin();
        long nanos = subject.send(redis().to(enqueue).with("queue", queue).with("tasks", count)).get("nanos");
        return handling.end().with(Map.of("tasks/s", count * 1e9 / nanos));
    }
}

package io.github.asynqee.bench.workload;

import java.util.List;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.redis.Queues;
import io.github.asynqee.bench.round.Handling;
import io.github.asynqee.bench.round.Round;
import io.github.asynqee.bench.round.RunContext;
import io.github.asynqee.bench.round.Setting;
import io.github.asynqee.bench.subject.Command;

/** Subjects that enqueue, in eight threads and in their fastest way for single tasks, while they handle tasks. */
final class Mixed extends Setting {

    private static final int PRODUCERS = 8;

    Mixed(RunContext run, String name, int tasks, Command start) {
        super(run, name, run.scaled(tasks), start);
    }

    @Override
    protected boolean supports(Subject subject) {
        return super.supports(subject) && subject.supports(enqueue(subject));
    }

    @Override
    protected Round round(Subject subject, int count) {
        String queue = Queues.name(subject);
        Handling handling = new Handling(redis(), subject, List.of(queue), count).begin();
        subject.send(redis().to(enqueue(subject)).with("queue", queue).with("tasks", count).with("size", SIZE));
        return handling.end();
    }

    private static Command enqueue(Subject subject) {
        Command enqueue = Command.of("enqueue").with("producers", PRODUCERS);
        Command coalesced = enqueue.with("mode", "coalesced");
        return subject.supports(coalesced) ? coalesced : enqueue.with("mode", "single");
    }
}

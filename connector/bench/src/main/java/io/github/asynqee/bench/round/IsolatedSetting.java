package io.github.asynqee.bench.round;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.subject.Command;

/**
 * A setting in which no other subject may run, because even an idle subject uses Redis. Each round starts and stops the
 * subject; Redis is empty before and after it.
 */
public abstract class IsolatedSetting extends Setting {

    protected IsolatedSetting(RunContext run, String name, int tasks, Command start) {
        super(run, name, tasks, start);
    }

    /** Starts the subject and measures it. */
    protected abstract Round measure(Subject subject, int count);

    /** None: settings that need a warm-up include it in each round. */
    @Override
    protected final int warmUp() {
        return 0;
    }

    @Override
    protected final void begin(Subject subject) {
        redis().command("FLUSHALL");
    }

    @Override
    protected final Round round(Subject subject, int count) {
        try {
            return measure(subject, count);
        } finally {
            end(subject);
        }
    }

    @Override
    protected final void end(Subject subject) {
        subject.send(Command.of("stop"));
        redis().command("FLUSHALL");
    }
}

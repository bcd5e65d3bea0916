package io.github.asynqee.server.faults.app;

import java.time.Duration;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;

import io.github.asynqee.TaskContext;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.worker.RetryDelay;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers of tasks that decide themselves when they are retried, and until when. */
@ApplicationScoped
public class RetriedHandlers {

    private static final int FAILURES = 2;
    private static final Duration DELAY = Duration.ofSeconds(4);
    /** Retries are due in whole seconds, and each server knows the time of Redis to half a second. */
    private static final Duration INACCURATE = Duration.ofMillis(1_500);

    @Inject
    private Effects effects;

    @Inject
    private TaskContext task;

    /** Longer than the delay of the channels. */
    @Named("patient")
    @ApplicationScoped
    public static class Patience implements RetryDelay {

        @Override
        public Duration delay(int retried, Throwable error, TaskInfo task) {
            return DELAY;
        }
    }

    /** Each attempt starts after the delay that the bean returned for the previous one. */
    @Incoming("patient")
    public void patient(String id) {
        effects.attempted(id, task.retried(), DELAY.minus(INACCURATE));
        if (task.retried() < FAILURES) {
            throw new IllegalStateException("fails twice, as the test wants");
        }
        effects.ran(id);
    }

    /** Has one attempt. */
    @Incoming("hopeless")
    public void hopeless(String id) {
        if (task.retried() > 0) {
            effects.early(id + " was retried after the time until when it may be");
        }
        throw new IllegalStateException("fails, as the test wants");
    }

    /** Receives the dead letters of tasks that had one attempt. A killed server may leave two. */
    @Incoming("letters")
    public void letter(String id) {
        if (!id.equals(task.headers().get("dead-letter-id"))) {
            effects.wrong(id + " as the dead letter of " + task.headers().get("dead-letter-id"));
        }
        effects.ended(id);
    }
}

package io.github.asynqee.internal.feature;

import java.lang.System.Logger;
import java.text.MessageFormat;
import java.util.Collection;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.LoggedException;
import io.github.asynqee.redis.BrokerException;

/**
 * Runs work for each of several queues. A queue that fails does not delay the others and is logged once until it
 * succeeds.
 */
public final class PerQueue {

    private final String problem;
    private final FailureLog failures;

    /**
     * @param log receives failures
     * @param problem the text that is logged, with the queue as {0} and the reason as {1}
     */
    public PerQueue(Logger log, String problem) {
        this.failures = new FailureLog(log);
        this.problem = problem;
    }

    /**
     * Runs the work for queues; throws the last failure afterwards.
     *
     * @param queues the queues
     * @param isServed whether to serve a queue now (see {@link NodeWork}), called immediately before each queue
     * @param work gets each queue that is served
     */
    public void run(Collection<String> queues, Predicate<String> isServed, Consumer<String> work) {
        Throwable last = null;
        for (String queue : queues) {
            if (!isServed.test(queue)) {
                continue;
            }
            try {
                work.accept(queue);
                failures.succeeded(queue);
            } catch (RuntimeException | Error e) {
                last = e;
                failures.failed(queue, e, () -> new MessageFormat(problem, Locale.ROOT)
                        .format(new Object[]{ queue, e.getMessage() }));
            }
        }
        if (last instanceof Error e) {
            throw e;
        } else if (last instanceof RuntimeException e) {
            throw e instanceof BrokerException logged ? new LoggedException(logged) : e;
        }
    }
}

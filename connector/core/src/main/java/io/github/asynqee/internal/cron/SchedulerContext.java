package io.github.asynqee.internal.cron;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Executor;

import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.TaskComposer;

/**
 * Common parts of all entries of one scheduler.
 *
 * @param broker the Redis
 * @param id unique ID of the scheduler
 * @param encoder turns payloads into bytes
 * @param composer turns tasks into messages
 * @param payloadExecutor runs payload sources
 * @param listener receives events of enqueued tasks
 * @param wake starts a run of the scheduler
 */
record SchedulerContext(Broker broker, String id, PayloadEncoder encoder, TaskComposer composer,
        Executor payloadExecutor,
        TaskListener listener, Runnable wake) {

    /** Interval in which entries are joined again, which renews them in Redis. */
    static final Duration JOIN_INTERVAL = Duration.ofSeconds(10);

    /** How long other nodes wait for a payload that is being produced; short enough that they can still be on time. */
    static final Duration CLAIM = Duration.ofSeconds(20);

    Clock clock() {
        return broker.clock();
    }
}

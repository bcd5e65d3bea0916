package io.github.asynqee.internal.cron;

import java.time.Clock;
import java.util.concurrent.Executor;

import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.TaskComposer;

/**
 * What all entries of one scheduler have in common.
 *
 * @param broker where tasks go
 * @param id names the scheduler
 * @param encoder turns payloads into bytes
 * @param composer turns tasks into what is stored
 * @param producers runs payload sources
 * @param listener is told of tasks enqueued
 * @param wake lets the scheduler run at once
 */
record SchedulerContext(Broker broker, String id, PayloadEncoder encoder, TaskComposer composer, Executor producers,
        TaskListener listener, Runnable wake) {

    Clock clock() {
        return broker.clock();
    }
}

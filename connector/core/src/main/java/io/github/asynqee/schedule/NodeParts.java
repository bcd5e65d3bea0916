package io.github.asynqee.schedule;

import java.time.Clock;
import java.util.concurrent.Executor;

import io.github.asynqee.broker.Broker;
import io.github.asynqee.client.PayloadEncoder;
import io.github.asynqee.client.TaskComposer;
import io.github.asynqee.event.TaskListener;

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
record NodeParts(Broker broker, String id, PayloadEncoder encoder, TaskComposer composer, Executor producers,
        TaskListener listener, Runnable wake) {

    Clock clock() {
        return broker.clock();
    }
}

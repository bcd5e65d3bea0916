package io.github.asynqee.sample.playground;

import java.time.Instant;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.messaging.Periodic;

/** Makes a task every two seconds, one on however many servers, if the configuration switches it on. */
@ApplicationScoped
public class Ticker {

    /** The payload of the task: the time for which it is. */
    @Periodic(name = "play-tick", spec = "@every 2s", type = "play:tick", queue = "ticks")
    public String tick(Instant tick) {
        return tick.toString();
    }
}

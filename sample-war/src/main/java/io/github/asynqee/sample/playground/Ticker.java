package io.github.asynqee.sample.playground;

import java.time.Instant;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.messaging.Periodic;

/** Enqueues a task every two seconds, once for all servers, if the configuration enables it. */
@ApplicationScoped
public class Ticker {

    /** The payload of the task: its tick. */
    @Periodic(name = "play-tick", spec = "@every 2s", type = "play:tick", queue = "ticks")
    public String tick(Instant tick) {
        return tick.toString();
    }
}

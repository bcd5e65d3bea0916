package io.github.asynqee.server.faults.app;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.Task;
import io.github.asynqee.periodic.CatchUp;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.periodic.PeriodicTaskProvider;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A periodic task, whose ticks are counted. */
@ApplicationScoped
public class Ticker implements PeriodicTaskProvider {

    /** The queue of its tasks. */
    public static final String QUEUE = "ticks";
    /** The seconds between two ticks. */
    public static final int SECONDS = 2;

    @Inject
    private Effects effects;

    /** The payload is the tick. */
    @Override
    public List<PeriodicTask> periodicTasks() {
        return List.of(PeriodicTask
                .of("faults-tick", "@every " + SECONDS + "s", Task.of("faults:tick", "").queue(QUEUE))
                .payloads(tick -> String.valueOf(tick.getEpochSecond())).catchUp(CatchUp.ALL));
    }

    /** One task for each tick. */
    @Incoming("ticks")
    public void ticked(String second) {
        effects.ticked(second);
    }
}

package io.github.asynqee.sample.migrating;

import java.time.Instant;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.messaging.Periodic;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A report each working day: one server creates the task, any server handles it. */
@ApplicationScoped
public class Reports {

    private static final System.Logger LOG = System.getLogger(Reports.class.getName());

    @Periodic(name = "daily-report", spec = "0 6 * * MON-FRI", zone = "Europe/Berlin", type = "report:build")
    public String day(Instant tick) {
        return tick.toString();
    }

    @Incoming("reports")
    public void build(String day) {
        LOG.log(System.Logger.Level.INFO, "report of " + day);
    }
}

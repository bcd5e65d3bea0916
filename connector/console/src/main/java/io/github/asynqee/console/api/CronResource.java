package io.github.asynqee.console.api;

import java.time.Instant;
import java.util.List;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.view.CronRow;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.inspect.SchedulerEntryDetails;

/** Periodic entries. */
@Path("{redis}/cron")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class CronResource {

    private static final int HISTORY = 100;

    @PathParam("redis")
    String redis;

    @Inject
    Console console;

    /** A task that an entry enqueued. */
    public record Run(String taskId, Instant at) {}

    @GET
    @Allowed(Role.VIEWER)
    public Page<CronRow> list() {
        return Page.all(console.of(redis).redis().ask(inspector -> inspector.schedulerEntries()).stream()
                .map(this::row).toList());
    }

    private CronRow row(SchedulerEntryDetails entry) {
        return new CronRow(entry.id(), entry.spec(), entry.taskType(), null, console.masking().text(entry.payload()),
                entry.options(), entry.next(), entry.previous(), false, false);
    }

    @GET
    @Path("{id}/history")
    @Allowed(Role.VIEWER)
    public Page<Run> history(@PathParam("id") Segment id) {
        return Page.all(console.of(redis).redis().ask(inspector -> inspector.enqueueEvents(id.name(), 1, HISTORY))
                .stream().map(event -> new Run(event.taskId(), event.enqueuedAt())).toList());
    }
}

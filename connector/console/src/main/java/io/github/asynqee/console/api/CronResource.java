package io.github.asynqee.console.api;

import java.time.Instant;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.view.CronRow;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.inspect.PeriodicEntryDetails;

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

    @Inject
    AuditNotes notes;

    /** A task that an entry enqueued. */
    public record Run(String taskId, Instant at) {}

    @GET
    @Allowed(Role.VIEWER)
    public Page<CronRow> list() {
        return Page.all(console.of(redis).redis().ask(inspector -> inspector.periodic().entries()).stream()
                .map(this::row).toList());
    }

    private CronRow row(PeriodicEntryDetails entry) {
        return new CronRow(entry.id(), entry.spec(), entry.taskType(), entry.queue(),
                console.masking().text(entry.payload()),
                entry.options(), entry.next(), entry.previous(), entry.paused(), entry.controllable());
    }

    @GET
    @Path("{id}/history")
    @Allowed(Role.VIEWER)
    public Page<Run> history(@PathParam("id") Segment id) {
        return Page.all(console.of(redis).redis().ask(inspector -> inspector.enqueueEvents(id.name(), 1, HISTORY))
                .stream().map(event -> new Run(event.taskId(), event.enqueuedAt())).toList());
    }

    @POST
    @Path("{id}/pause")
    @Allowed(Role.OPERATOR)
    @Action("cron.pause")
    public void pause(@PathParam("id") Segment id) {
        console.of(redis).redis().change(inspector -> inspector.periodic().pause(id.name()));
    }

    @POST
    @Path("{id}/resume")
    @Allowed(Role.OPERATOR)
    @Action("cron.resume")
    public void resume(@PathParam("id") Segment id) {
        console.of(redis).redis().change(inspector -> inspector.periodic().resume(id.name()));
    }

    /** Waits longer than other calls: the application may have to produce the payload. */
    @POST
    @Path("{id}/run")
    @Allowed(Role.OPERATOR)
    @Action("cron.run")
    public Run run(@PathParam("id") Segment id) {
        TaskInfo task = console.of(redis).redis().inspector().periodic().run(id.name());
        notes.target(task.queue(), task.id()).detail("entry " + id.name());
        return new Run(task.id(), Instant.now());
    }
}

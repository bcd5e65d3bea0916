package io.github.asynqee.console.api;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.stream.Stream;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Paging;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.periodic.EntryList;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.CronRow;
import io.github.asynqee.console.view.CronRow.Run;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.PeriodicEntryDetails;

/** Periodic entries. */
@Path("{redis}/cron")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class CronResource {

    private static final int HISTORY = 100;
    private static final int PAGE = 50;
    /** Maximum number of entries in a page, because up to 20 tasks are read for each. */
    private static final int MAX_PAGE = 100;
    private static final String DEFAULT_QUEUE = "default";

    @PathParam("redis")
    String redis;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    @GET
    @Allowed(Role.VIEWER)
    public Page<CronRow> list(@QueryParam("filter") String filter, @QueryParam("cursor") String cursor,
            @QueryParam("limit") Integer limit) {
        int size = Math.min(Paging.limit(limit, PAGE), MAX_PAGE);
        EntryList entries = console.of(redis).entries();
        return console.of(redis).redis().limited(() -> {
            List<CronRow> found = entries.all().stream().filter(entry -> isNamed(entry, filter)).toList();
            Page<CronRow> page = Paging.part(found, cursor, size);
            return new Page<>(entries.withRuns(page.items()), page.next(), page.total());
        });
    }

    private static boolean isNamed(CronRow entry, String part) {
        return part == null || part.isEmpty() || Stream.of(entry.type(), entry.queue(), entry.spec())
                .anyMatch(
                        text -> text != null && text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT)));
    }

    @GET
    @Path("{id}/history")
    @Allowed(Role.VIEWER)
    public Page<Run> history(@PathParam("id") Segment id) {
        EntryList entries = console.of(redis).entries();
        return Page.all(console.of(redis).redis().limited(() -> {
            String queue = entries.all().stream().filter(row -> row.id().equals(id.name())).map(CronRow::queue)
                    .findFirst().orElse(DEFAULT_QUEUE);
            return entries.runs(id.name(), queue, HISTORY);
        }));
    }

    @POST
    @Path("{id}/pause")
    @Allowed(Role.OPERATOR)
    @Action("cron.pause")
    public void pause(@PathParam("id") Segment id) {
        change(id, inspector -> inspector.periodic().pause(id.name()));
    }

    @POST
    @Path("{id}/resume")
    @Allowed(Role.OPERATOR)
    @Action("cron.resume")
    public void resume(@PathParam("id") Segment id) {
        change(id, inspector -> inspector.periodic().resume(id.name()));
    }

    /** The audit log also contains the type of the entry's tasks, because its ID alone means nothing to a reader. */
    private void change(Segment id, Consumer<Inspector> change) {
        ConsoleRedis instance = console.of(redis).redis();
        Optional<PeriodicEntryDetails> changed = instance.ask(inspector -> inspector.periodic().entries()).stream()
                .filter(entry -> entry.id().equals(id.name())).findFirst();
        notes.change(() -> instance.change(change));
        changed.ifPresent(entry -> notes.detail(entry.taskType() + ", " + entry.spec()));
    }

    /** Enqueues a task now. Waits longer than other calls, because the application may have to produce the payload. */
    @POST
    @Path("{id}/run")
    @Allowed(Role.OPERATOR)
    @Action("cron.run")
    public Run run(@PathParam("id") Segment id) {
        Semaphore runs = console.of(redis).runs();
        if (!runs.tryAcquire()) {
            throw ProblemException.tooMany(
                    "Eight runs wait for their application. Repeat the request when one of them has ended.");
        }
        try {
            TaskInfo task = notes.change(() -> console.of(redis).redis().inspector().periodic().run(id.name()));
            notes.target(task.queue(), task.id()).detail("entry " + id.name());
            return new Run(task.id(), Instant.now(), null);
        } finally {
            runs.release();
        }
    }
}

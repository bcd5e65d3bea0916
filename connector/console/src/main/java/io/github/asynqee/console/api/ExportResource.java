package io.github.asynqee.console.api;

import java.time.Clock;
import java.time.Duration;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.ApiGuard;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Downloads;
import io.github.asynqee.console.query.Query;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.ExportFormat;

/** All tasks of a query as a file. */
@Path("{redis}/tasks/export")
@RequestScoped
@WithinScope
public class ExportResource {

    private static final TaskExport.Limits LIMITS = new TaskExport.Limits(1_000_000, Duration.ofMinutes(10));

    @Context
    HttpServletRequest http;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    /**
     * Starts an export. The audit log gets an entry when the export begins, and an entry with the number of tasks when
     * it ends. HEAD requests have no entry.
     */
    @GET
    @Produces({ ExportFormat.NDJSON_TYPE, ExportFormat.CSV_TYPE })
    @Allowed(Role.VIEWER)
    @Action("task.export")
    public Response export(@PathParam("redis") String redis, @QueryParam("q") String q,
            @QueryParam("format") String name) {
        RedisConsole instance = console.of(redis);
        ExportFormat format = ExportFormat.of(name);
        Query query = Queries.parse(instance, q);
        if (!http.getMethod().equals(HttpMethod.GET)) {
            // HEAD never reads the content, so the export would never end
            return Downloads.of("tasks", format, "");
        }
        notes.filter(q).detail(format.extension());
        String user = ApiGuard.user(http);
        instance.exports().begin(user);
        try {
            return Downloads.of("tasks", format, new TaskExport(instance.redis(), query, format, console.masking(),
                    LIMITS, (tasks, reason) -> ended(instance, user, q, tasks, reason)));
        } catch (RuntimeException e) {
            instance.exports().end(user);
            throw e;
        }
    }

    private static void ended(RedisConsole instance, String user, String q, long tasks, String reason) {
        instance.exports().end(user);
        AuditEntry entry = new AuditEntry(null, Clock.systemUTC().instant(), user, "export.end", null, null, null, q,
                tasks, reason == null ? "done" : "failed", reason);
        instance.audit().note(entry);
        instance.redis().own(() -> {
            instance.audit().write(entry);
            return null;
        });
    }
}

package io.github.asynqee.console.api;

import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.ApiGuard;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Downloads;
import io.github.asynqee.console.job.Job;
import io.github.asynqee.console.job.Jobs;
import io.github.asynqee.console.json.Body;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.query.QueryException;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.ExportFormat;
import io.github.asynqee.console.view.TaskRow;
import io.github.asynqee.inspect.BulkAction;

/** Changes of many tasks. */
@Path("{redis}/jobs")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class JobResource {

    private static final List<String> FAILURE_COLUMNS = List.of("queue", "id", "outcome", "reason");

    /** Maximum number of characters of a reason and of a typed confirmation. */
    private static final int MAX_TEXT = 500;

    /** Actions of jobs that are started with a query. */
    private static final Set<BulkAction> STARTED = EnumSet.complementOf(EnumSet.of(BulkAction.RESTORE));

    @PathParam("redis")
    String redis;

    @Context
    HttpServletRequest http;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    /**
     * The effect of a job before it starts, as counted so far.
     *
     * @param q the parsed query
     * @param matching how many of the examined tasks match
     * @param complete whether all tasks were counted
     * @param next where the count continues, {@code null} at its end
     * @param sample some of the matching tasks
     * @param archives the archives that may have to drop tasks
     * @param needsTyped whether the number has to be typed
     */
    public record Preview(String q, long matching, long examined, boolean complete, String next, Duration tookMs,
            List<TaskRow> sample, List<Jobs.Archive> archives, boolean needsTyped) {}

    @GET
    @Allowed(Role.VIEWER)
    public Jobs.Listing list() {
        return ask(Jobs::list);
    }

    @POST
    @Path("preview")
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(value = Role.OPERATOR, readOnly = true)
    public Preview preview(String text) {
        Body body = Body.of(text, Set.of("action", "q", "next"));
        BulkAction action = action(body);
        Jobs.Preview preview = understanding(jobs -> jobs.preview(action, query(body), body.text("next")));
        return new Preview(preview.q(), preview.matching(), preview.examined(), preview.complete(), preview.next(),
                preview.took(), preview.sample().stream().map(task -> TaskRow.of(task, console.masking())).toList(),
                preview.archives(), preview.needsTyped());
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.OPERATOR)
    @Action("job.create")
    public Response create(String text) {
        Body body = Body.of(text, Set.of("action", "q", "reason", "typed", "pace"));
        BulkAction action = action(body);
        String reason = body.requiredText("reason", MAX_TEXT);
        String typed = body.text("typed", MAX_TEXT);
        notes.filter(query(body)).detail(action.name().toLowerCase(Locale.ROOT) + ": " + reason);
        requireRole(action);
        String user = ApiGuard.user(http);
        Job.Request wanted = new Job.Request(action, query(body), reason, typed, mayDelete(), body.number("pace"));
        Job job = understanding(jobs -> jobs.create(wanted, user));
        notes.count(job.matching());
        return Response.created(URI.create("jobs/" + job.id())).entity(job).build();
    }

    @GET
    @Path("{job}")
    @Allowed(Role.VIEWER)
    public Job one(@PathParam("job") String job) {
        return ask(jobs -> jobs.one(job));
    }

    @POST
    @Path("{job}/pause")
    @Allowed(Role.OPERATOR)
    @Action("job.pause")
    public Job pause(@PathParam("job") String job) {
        String user = ApiGuard.user(http);
        return change(job, jobs -> jobs.pause(job, user));
    }

    /** Only users who may start a job that deletes tasks may resume it. */
    @POST
    @Path("{job}/resume")
    @Allowed(Role.OPERATOR)
    @Action("job.resume")
    public Job resume(@PathParam("job") String job) {
        boolean mayDelete = mayDelete();
        return change(job, jobs -> jobs.resume(job, mayDelete));
    }

    private boolean mayDelete() {
        return http.isUserInRole(Role.ADMIN.containerName());
    }

    private void requireRole(BulkAction action) {
        if (action == BulkAction.DELETE && !mayDelete()) {
            throw new ProblemException(403, "role", "No permission", "This needs the role asynq-admin.");
        }
    }

    @POST
    @Path("{job}/cancel")
    @Allowed(Role.OPERATOR)
    @Action("job.cancel")
    public Job cancel(@PathParam("job") String job) {
        String user = ApiGuard.user(http);
        return change(job, jobs -> jobs.cancel(job, user));
    }

    /** Restores the tasks that the job has archived. */
    @POST
    @Path("{job}/undo")
    @Allowed(Role.OPERATOR)
    @Action("job.undo")
    public Response undo(@PathParam("job") String job) {
        String user = ApiGuard.user(http);
        Job undo = change(job, jobs -> jobs.undo(job, user));
        notes.filter(undo.q()).count(undo.matching());
        return Response.created(URI.create("jobs/" + undo.id())).entity(undo).build();
    }

    private Job change(String job, Function<Jobs, Job> change) {
        notes.detail("job " + job);
        return notes.change(() -> ask(change));
    }

    /** The tasks that the job could not change. */
    @GET
    @Path("{job}/failures")
    @Produces({ ExportFormat.NDJSON_TYPE, ExportFormat.CSV_TYPE })
    @Allowed(Role.VIEWER)
    public Response failures(@PathParam("job") String job, @QueryParam("format") String format) {
        ExportFormat wanted = ExportFormat.of(format);
        List<String> lines = ask(jobs -> jobs.failures(job));
        return Downloads.of("job-" + job, wanted, wanted.ofLines(lines, FAILURE_COLUMNS));
    }

    private <T> T understanding(Function<Jobs, T> call) {
        try {
            return notes.change(() -> ask(call));
        } catch (QueryException e) {
            throw Queries.problem(e);
        }
    }

    /** Runs a call on another thread, which has no request. Therefore the call must not use objects of the request. */
    private <T> T ask(Function<Jobs, T> call) {
        RedisConsole instance = console.of(redis);
        return instance.redis().limited(() -> call.apply(instance.jobs()));
    }

    private static String query(Body body) {
        String query = body.text("q");
        return query == null ? "" : query;
    }

    private static BulkAction action(Body body) {
        String name = body.requiredText("action");
        return STARTED.stream().filter(action -> action.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst().orElseThrow(() -> ProblemException
                        .badRequest("\"action\" must be run, archive, delete or cancel."));
    }
}

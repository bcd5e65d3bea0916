package io.github.asynqee.console.api;

import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.ApiGuard;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.job.Job;
import io.github.asynqee.console.job.Jobs;
import io.github.asynqee.console.json.Body;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.query.QueryException;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.Instance;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.console.view.TaskRow;
import io.github.asynqee.inspect.BulkAction;

/** Changes of many tasks. */
@Path("{redis}/jobs")
@RequestScoped
@Produces(MediaType.APPLICATION_JSON)
public class JobResource {

    @PathParam("redis")
    String redis;

    @Context
    HttpServletRequest http;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    /** What a job would do. */
    public record Preview(long matching, long examined, boolean complete, List<TaskRow> sample, boolean needsTyped) {}

    @GET
    @Allowed(Role.VIEWER)
    public Page<Job> list() {
        return Page.all(instance().redis().limited(() -> instance().jobs().all()));
    }

    @POST
    @Path("preview")
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(value = Role.OPERATOR, readOnly = true)
    public Preview preview(String text) {
        Body body = Body.of(text, Set.of("action", "q"));
        BulkAction action = action(body);
        Jobs.Preview preview = understanding(() -> instance().jobs().preview(action, query(body)));
        return new Preview(preview.matching(), preview.examined(), preview.complete(),
                preview.sample().stream().map(task -> TaskRow.of(task, console.masking())).toList(),
                preview.needsTyped());
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.OPERATOR)
    @Action("job.create")
    public Response create(String text) {
        Body body = Body.of(text, Set.of("action", "q", "reason", "typed"));
        BulkAction action = action(body);
        String reason = body.requiredText("reason");
        if (action == BulkAction.DELETE && !http.isUserInRole(Role.ADMIN.containerName())) {
            throw new ProblemException(403, "role", "No permission", "This needs the role asynq-admin.");
        }
        notes.filter(query(body)).detail(action.name().toLowerCase(Locale.ROOT) + ": " + reason);
        String user = ApiGuard.user(http);
        Job job = understanding(
                () -> instance().jobs().create(action, query(body), reason, body.text("typed"), user));
        notes.count(job.matching());
        return Response.created(URI.create("jobs/" + job.id())).entity(job).build();
    }

    @GET
    @Path("{job}")
    @Allowed(Role.VIEWER)
    public Job one(@PathParam("job") String job) {
        return instance().redis().limited(() -> instance().jobs().one(job));
    }

    @POST
    @Path("{job}/pause")
    @Allowed(Role.OPERATOR)
    @Action("job.pause")
    public Job pause(@PathParam("job") String job) {
        notes.detail("job " + job);
        String user = ApiGuard.user(http);
        return instance().redis().limited(() -> instance().jobs().pause(job, user));
    }

    @POST
    @Path("{job}/resume")
    @Allowed(Role.OPERATOR)
    @Action("job.resume")
    public Job resume(@PathParam("job") String job) {
        notes.detail("job " + job);
        return instance().redis().limited(() -> instance().jobs().resume(job));
    }

    @POST
    @Path("{job}/cancel")
    @Allowed(Role.OPERATOR)
    @Action("job.cancel")
    public Job cancel(@PathParam("job") String job) {
        notes.detail("job " + job);
        String user = ApiGuard.user(http);
        return instance().redis().limited(() -> instance().jobs().cancel(job, user));
    }

    /** One JSON object per line. */
    @GET
    @Path("{job}/failures")
    @Produces("application/x-ndjson")
    @Allowed(Role.VIEWER)
    public String failures(@PathParam("job") String job) {
        List<String> lines = instance().redis().limited(() -> instance().jobs().failures(job));
        return String.join("", lines.stream().map(line -> line + "\n").toList());
    }

    /** Runs on another thread, which has no request: only values may be passed. */
    private <T> T understanding(Callable<T> call) {
        try {
            return instance().redis().limited(call);
        } catch (QueryException e) {
            throw Queries.problem(e);
        }
    }

    private static String query(Body body) {
        String query = body.text("q");
        return query == null ? "" : query;
    }

    private static BulkAction action(Body body) {
        String name = body.requiredText("action");
        return Stream.of(BulkAction.values()).filter(action -> action.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst().orElseThrow(() -> ProblemException
                        .badRequest("\"action\" must be run, archive, delete or cancel."));
    }

    private Instance instance() {
        return console.of(redis);
    }
}

package io.github.asynqee.console.api;

import java.net.URI;
import java.util.List;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Paging;
import io.github.asynqee.console.query.Query;
import io.github.asynqee.console.query.TaskSearch.Found;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.Instance;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.console.view.SearchResult;
import io.github.asynqee.console.view.TaskRow;
import io.github.asynqee.inspect.InspectedTask;

/** Tasks: search and creation. */
@Path("{redis}/tasks")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class TaskResource {

    private static final int PAGE = 50;

    @PathParam("redis")
    String redis;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    @GET
    @Allowed(Role.VIEWER)
    public SearchResult search(@QueryParam("q") String q, @QueryParam("cursor") String cursor,
            @QueryParam("limit") Integer limit) {
        Instance instance = console.of(redis);
        Query query = Queries.parse(instance, q);
        Found found = Queries.search(instance, query, cursor, Paging.limit(limit, PAGE));
        List<TaskRow> rows = found.tasks().stream().map(task -> TaskRow.of(task, console.masking())).toList();
        return new SearchResult(rows, found.next(), found.examined(), found.next() == null,
                cursor == null || cursor.isEmpty()
                        ? QueueRow.counts(instance.monitor().queues(), query.filter().queues()) : null);
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.OPERATOR)
    @Action("task.create")
    public Response create(String body) {
        Task<byte[]> task = TaskEdits.task(body);
        Instance instance = console.of(redis);
        TaskInfo created = notes.change(() -> instance.redis().enqueue(task));
        notes.target(created.queue(), created.id()).detail(new EditNotes(console.masking()).of(created));
        instance.monitor().changed();
        return Response.created(URI.create("tasks")).entity(row(created)).build();
    }

    private TaskRow row(TaskInfo info) {
        return TaskRow.of(new InspectedTask(info, null, false, null, 0, null, null), console.masking());
    }
}

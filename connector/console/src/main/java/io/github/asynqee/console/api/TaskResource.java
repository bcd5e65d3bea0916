package io.github.asynqee.console.api;

import java.net.URI;
import java.util.List;
import java.util.Map;

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
import io.github.asynqee.console.api.Queries.Latest;
import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Paging;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.query.Query;
import io.github.asynqee.console.query.TaskSearch.Found;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
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
    private static final int MAX_LATEST = 1_000;
    /** Orders of the tasks of a search. */
    private static final String QUEUE = "queue";
    private static final String LATEST = "latest";

    @PathParam("redis")
    String redis;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    @GET
    @Allowed(Role.VIEWER)
    public SearchResult search(@QueryParam("q") String q, @QueryParam("cursor") String cursor,
            @QueryParam("limit") Integer limit, @QueryParam("order") String order) {
        RedisConsole instance = console.of(redis);
        Query query = Queries.parse(instance, q);
        int size = Paging.limit(limit, PAGE);
        if (LATEST.equals(order)) {
            return latest(instance, query, Paging.position(cursor), size);
        }
        if (order != null && !order.equals(QUEUE)) {
            throw ProblemException.badRequest("order must be " + QUEUE + " or " + LATEST + ".");
        }
        Found found = Queries.search(instance, query, cursor, size);
        return new SearchResult(rows(found.tasks()), found.next(), found.examined(), found.next() == null,
                cursor == null || cursor.isEmpty() ? counts(instance, query) : null);
    }

    private SearchResult latest(RedisConsole instance, Query query, int after, int limit) {
        if (after + limit > MAX_LATEST) {
            throw ProblemException.badRequest("Only the latest " + MAX_LATEST + " tasks can be read: use order=queue.");
        }
        Latest latest = Queries.latest(instance, query, after, limit);
        int to = after + limit;
        return new SearchResult(rows(latest.tasks()),
                latest.more() && to + limit <= MAX_LATEST ? String.valueOf(to) : null,
                latest.read().examined(), latest.read().complete() && !latest.more(),
                after == 0 ? counts(instance, query) : null);
    }

    private List<TaskRow> rows(List<InspectedTask> tasks) {
        return tasks.stream().map(task -> TaskRow.of(task, console.masking())).toList();
    }

    private static Map<String, Long> counts(RedisConsole instance, Query query) {
        return QueueRow.counts(instance.monitor().queues(), query.filter().queues());
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.OPERATOR)
    @Action("task.create")
    public Response create(String body) {
        Task<byte[]> task = TaskEdits.task(body);
        RedisConsole instance = console.of(redis);
        TaskInfo created = notes.change(() -> instance.redis().enqueue(task));
        notes.target(created.queue(), created.id()).detail(new EditNotes(console.masking()).of(created));
        instance.monitor().changed();
        return Response.created(URI.create("tasks")).entity(row(created)).build();
    }

    private TaskRow row(TaskInfo info) {
        return TaskRow.of(new InspectedTask(info, null, false, null, 0, null, null), console.masking());
    }
}

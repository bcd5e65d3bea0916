package io.github.asynqee.sample.playground;

import static io.github.asynqee.sample.api.Builders.JSON;

import java.io.InputStream;
import java.util.Iterator;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.sample.api.Fields;
import io.github.asynqee.sample.api.TaskJson;

/** Enqueues tasks of any kind. {@link TaskRequest} describes their JSON. */
@ApplicationScoped
@Path("/tasks")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class TaskResource {

    @Inject
    private AsynqClient client;

    /** One task: 201 with the task as stored, 409 if it is a duplicate or its ID is taken, 400, 503. */
    @POST
    public Response enqueue(InputStream body) {
        Task<byte[]> task = TaskRequest.read(Fields.parse(body));
        return Response.status(Response.Status.CREATED).entity(TaskJson.of(client.enqueue(task))).build();
    }

    /** Many tasks in an array: 200 with one result per task in the same order, each with its own status. */
    @POST
    @Path("/bulk")
    public JsonArray enqueueAll(InputStream body) {
        if (!(Fields.parse(body) instanceof JsonArray wanted)) {
            throw new InvalidTaskException("a JSON array of tasks is wanted");
        }
        List<BulkItem> items = wanted.stream().map(BulkItem::read).toList();
        Iterator<EnqueueResult> results = client.enqueueAll(
                items.stream().filter(BulkItem::isTask).map(BulkItem::task).toList()).iterator();
        JsonArrayBuilder answer = JSON.createArrayBuilder();
        items.forEach(item -> answer.add(item.isTask() ? BulkItem.answer(results.next()) : item.answer()));
        return answer.build();
    }
}

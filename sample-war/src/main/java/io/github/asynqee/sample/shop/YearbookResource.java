package io.github.asynqee.sample.shop;

import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.sample.api.Fields;
import io.github.asynqee.sample.api.TaskJson;

/** A task with a header, a deadline, and a result that is kept for a while. */
@ApplicationScoped
@Path("/yearbooks")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class YearbookResource {

    @Inject
    private AsynqClient client;

    /** Orders a yearbook. */
    @POST
    public Response bind(InputStream body) {
        Fields fields = Fields.of(Fields.parse(body), Set.of("email", "year"));
        Yearbook yearbook = new Yearbook(fields.requiredNumber("year", 1900, 2100));
        Task<Yearbook> task = Task.of("shop:yearbook", yearbook).queue("low")
                .header("for", fields.requiredText("email"))
                .deadline(Instant.now().plus(Duration.ofMinutes(10)))
                .retention(Duration.ofHours(1));
        return Response.accepted(TaskJson.of(client.enqueue(task))).build();
    }
}

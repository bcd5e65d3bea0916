package io.github.asynqee.sample.shop;

import java.io.InputStream;
import java.time.Duration;
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

/** Enqueues by {@link AsynqClient}, because the response contains the ID of the stored task. */
@ApplicationScoped
@Path("/orders")
@Consumes(MediaType.APPLICATION_JSON)
@Produces(MediaType.APPLICATION_JSON)
public class OrderResource {

    private static final int MOST = 1000;

    @Inject
    private AsynqClient client;

    /** Places an order. */
    @POST
    public Response order(InputStream body) {
        Fields fields = Fields.of(Fields.parse(body), Set.of("item", "quantity"));
        Order order = new Order(fields.requiredText("item"), fields.requiredNumber("quantity", 1, MOST));
        Task<Order> task = Task.of("shop:order", order).queue("critical")
                .maxRetry(5).timeout(Duration.ofSeconds(10)).retention(Duration.ofHours(1));
        return Response.accepted(TaskJson.of(client.enqueue(task))).build();
    }
}

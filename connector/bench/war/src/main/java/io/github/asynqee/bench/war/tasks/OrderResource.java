package io.github.asynqee.bench.war.tasks;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.bench.contender.Order;

/**
 * Takes the orders that {@link Order} lists, except {@code start} and {@code stop}: the server is started and stopped
 * instead. Tasks are enqueued to the application's Redis, whatever Redis an order names.
 */
@ApplicationScoped
@Path("/order")
@Consumes(MediaType.TEXT_PLAIN)
@Produces(MediaType.TEXT_PLAIN)
public class OrderResource {

    @Inject
    private BenchHandler handler;

    /**
     * Obeys.
     *
     * @param line an order
     * @return {@code ok} and values, or {@code failed:} and why
     */
    @POST
    public String answer(String line) {
        return handler.desk().answer(line);
    }
}

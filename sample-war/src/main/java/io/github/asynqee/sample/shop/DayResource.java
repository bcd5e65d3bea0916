package io.github.asynqee.sample.shop;

import java.util.logging.Level;
import java.util.logging.Logger;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.sample.shop.newsletter.Subscribers;

/** Lets the shop live a day, so that there is something to see in the console. */
@ApplicationScoped
@Path("/day")
@Produces(MediaType.APPLICATION_JSON)
public class DayResource {

    private static final Logger LOG = Logger.getLogger(DayResource.class.getName());
    private static final String NIGHTLY = "shop:yearbook";

    @Inject
    private AsynqClient client;
    @Inject
    private Inspector inspector;
    @Inject
    private Subscribers subscribers;
    @Inject
    private Warehouse warehouse;

    /** Enqueues the tasks of a day, and the task of the night. Can be repeated any number of times. */
    @POST
    public Response live() {
        warehouse.fill();
        Day.SUBSCRIBERS.forEach(subscribers::add);
        int stored = 0;
        for (EnqueueResult result : client.enqueueAll(Day.tasks())) {
            if (result.isStored()) {
                stored++;
            } else if (!(result.error() instanceof DuplicateTaskException)) {
                throw result.error();
            }
        }
        return Response.accepted(Json.createObjectBuilder().add("tasks", stored + night()).build()).build();
    }

    /** Runs the periodic task of the night now, but not in the first seconds after the start, when no node runs it yet. */
    private int night() {
        PeriodicEntries periodic = inspector.periodic();
        try {
            return (int) periodic.entries().stream().filter(entry -> entry.taskType().equals(NIGHTLY))
                    .map(entry -> periodic.run(entry.id())).count();
        } catch (PeriodicEntries.RefusedException e) {
            LOG.log(Level.FINE, "A day without a night.", e);
            return 0;
        }
    }
}

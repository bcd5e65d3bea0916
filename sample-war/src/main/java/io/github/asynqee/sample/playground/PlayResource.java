package io.github.asynqee.sample.playground;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.sample.api.Builders;
import io.github.asynqee.sample.playground.stats.PlaygroundStats;

/** Results of the playground's handlers on this server. */
@ApplicationScoped
@Path("/play")
public class PlayResource {

    @Inject
    private PlaygroundStats stats;
    @Inject
    private EventLog log;

    /** Counts by type and outcome, how many ran at once, and on what kind of threads. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public JsonObject stats() {
        return stats.toJson();
    }

    /** The latest failures, oldest first. */
    @GET
    @Path("/events")
    @Produces(MediaType.APPLICATION_JSON)
    public JsonArray events() {
        JsonArrayBuilder events = Builders.JSON.createArrayBuilder();
        log.events().forEach(events::add);
        return events.build();
    }

    /** Resets the counts. */
    @DELETE
    public void reset() {
        stats.reset();
    }
}

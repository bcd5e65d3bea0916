package io.github.asynqee.sample.playground;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonArray;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Results of the playground's handlers of groups on this server. */
@ApplicationScoped
@Path("/play/groups")
public class GroupResource {

    @Inject
    private GroupStats stats;

    /** The calls, with the group's name, the number of tasks and whether it failed. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public JsonArray calls() {
        return stats.toJson();
    }

    /** Forgets all calls. */
    @DELETE
    public void reset() {
        stats.reset();
    }
}

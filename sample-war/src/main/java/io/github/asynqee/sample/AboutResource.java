package io.github.asynqee.sample;

import java.util.Map;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** Tells who answers. */
@Path("/about")
public class AboutResource {

    /**
     * The name of this application and the Java version it runs on.
     *
     * @return a JSON object
     */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public Map<String, String> about() {
        return Map.of("application", "asynq sample", "java", Runtime.version().toString());
    }
}

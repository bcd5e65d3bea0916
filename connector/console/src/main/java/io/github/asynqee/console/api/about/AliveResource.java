package io.github.asynqee.console.api.about;

import jakarta.enterprise.context.RequestScoped;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;

import io.github.asynqee.console.security.Public;

/** For probes: the console runs, whether or not Redis does. */
@Path("alive")
@RequestScoped
public class AliveResource {

    @GET
    @Public
    public void alive() {
        // the status, 204, is the answer
    }
}

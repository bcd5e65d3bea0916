package io.github.asynqee.console.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.live.Overview;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;

/** The sums over all queues. */
@Path("{redis}/overview")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class OverviewResource {

    @PathParam("redis")
    String redis;

    @Inject
    Console console;

    @GET
    @Allowed(Role.VIEWER)
    public Overview overview() {
        return console.of(redis).monitor().overview();
    }
}

package io.github.asynqee.console.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.ErrorView;

/** Failed tasks by error. */
@Path("{redis}/errors")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class ErrorResource {

    @Inject
    Console console;

    @GET
    @Allowed(Role.VIEWER)
    public ErrorView errors(@PathParam("redis") String redis, @QueryParam("q") String q) {
        RedisConsole instance = console.of(redis);
        return Queries.errors(instance, Queries.parse(instance, q));
    }
}

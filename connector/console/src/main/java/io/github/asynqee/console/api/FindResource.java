package io.github.asynqee.console.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;

/** The queue of a task whose ID is known. */
@Path("{redis}/find")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class FindResource {

    @Inject
    Console console;

    /** Where a task is. */
    public record Place(String queue, String id) {}

    @GET
    @Allowed(Role.VIEWER)
    public Place find(@PathParam("redis") String redis, @QueryParam("id") String id) {
        if (id == null || id.isEmpty()) {
            throw ProblemException.badRequest("The parameter id is missing.");
        }
        return console.of(redis).redis().ask(inspector -> inspector.tasks().find(id))
                .map(task -> new Place(task.info().queue(), task.info().id()))
                .orElseThrow(() -> ProblemException.notFound("No queue has a task with this ID."));
    }
}

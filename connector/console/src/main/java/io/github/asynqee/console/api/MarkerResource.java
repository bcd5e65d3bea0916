package io.github.asynqee.console.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.ApiGuard;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.json.Body;
import io.github.asynqee.console.marker.Marker;
import io.github.asynqee.console.marker.Markers;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.Page;

/** Markers on the time axis of charts. */
@Path("{redis}/markers")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class MarkerResource {

    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    /** How far in the future a marker may be. */
    private static final Duration AHEAD = Duration.ofDays(1);

    @PathParam("redis")
    String redis;

    @Context
    HttpServletRequest http;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    /**
     * Lists the markers. Restricted users see only their own markers, because other markers can be about queues that
     * they may not see.
     */
    @GET
    @Allowed(Role.VIEWER)
    public Page<Marker> list() {
        RedisConsole instance = console.of(redis);
        String onlyOf = onlyOf(instance);
        return Page.all(instance.redis().limited(() -> instance.markers().all(onlyOf)));
    }

    private String onlyOf(RedisConsole instance) {
        return instance.redis().scope().isAll() ? null : ApiGuard.user(http);
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.OPERATOR)
    @Action("marker.create")
    public Marker create(String text) {
        Body body = Body.of(text, Set.of("text", "at"));
        String what = body.requiredText("text").strip();
        if (what.codePointCount(0, what.length()) > Markers.MAX_TEXT) {
            throw ProblemException.badRequest("\"text\" must have at most " + Markers.MAX_TEXT + " characters.");
        }
        Instant at = body.time("at");
        RedisConsole instance = console.of(redis);
        if (at != null && (at.isBefore(EARLIEST) || at.isAfter(instance.redis().clock().instant().plus(AHEAD)))) {
            throw ProblemException.badRequest("\"at\" must be a time from the year 2000 to one day from now.");
        }
        notes.detail(what);
        String user = ApiGuard.user(http);
        Instant when = at == null ? instance.redis().clock().instant() : at;
        return instance.redis().limited(() -> instance.markers().add(when, user, what));
    }

    @DELETE
    @Path("{marker}")
    @Allowed(Role.OPERATOR)
    @Action("marker.delete")
    public void delete(@PathParam("marker") String marker) {
        RedisConsole instance = console.of(redis);
        String onlyOf = onlyOf(instance);
        Marker deleted = instance.redis().limited(() -> instance.markers().delete(marker, onlyOf))
                .orElseThrow(() -> ProblemException.notFound("There is no such marker."));
        notes.detail(deleted.text());
    }
}

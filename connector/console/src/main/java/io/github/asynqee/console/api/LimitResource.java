package io.github.asynqee.console.api;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Paging;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.json.Body;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.LimitRow;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.inspect.LimitKey;

/** The keys of a queue's limits. */
@Path("{redis}/queues/{queue}/limits")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class LimitResource {

    private static final int PAGE = 50;
    /** Maximum length of a key in a request. Longer values of a limit are replaced by a digest. */
    private static final int MAX_NAME = 250;

    @PathParam("redis")
    String redis;

    @PathParam("queue")
    Segment queue;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    /** @param filter a part of the text limit, colon, key; if values are masked, a part of the limit */
    @GET
    @Allowed(Role.VIEWER)
    public Page<LimitRow> list(@QueryParam("filter") String filter, @QueryParam("cursor") String cursor,
            @QueryParam("limit") Integer limit) {
        int size = Paging.limit(limit, PAGE);
        RedisConsole instance = console.of(redis);
        String part = filter == null ? "" : filter.toLowerCase(Locale.ROOT);
        List<LimitKey.State> found = instance.monitor().limits(queue.name()).stream()
                .filter(state -> instance.masking().limitKey(state.key())
                        .toLowerCase(Locale.ROOT).contains(part))
                .toList();
        Page<LimitKey.State> page = Paging.part(found, cursor, size);
        return new Page<>(page.items().stream().map(state -> LimitRow.of(state, instance.masking())).toList(),
                page.next(), page.total());
    }

    /**
     * Ends the pause of a key. If values are masked, the request names the key by the time until which it is paused.
     */
    @POST
    @Path("resume")
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.OPERATOR)
    @Action("limit.resume")
    public void resume(String text) {
        Body body = Body.of(text, Set.of("limit", "key", "closedUntil"));
        RedisConsole instance = console.of(redis);
        notes.target(queue.name(), null);
        String limit = body.requiredText("limit", MAX_NAME);
        String value = body.text("key", MAX_NAME);
        Instant until = body.time("closedUntil");
        if (until == null) {
            throw ProblemException.badRequest("\"closedUntil\" is missing.");
        }
        if (value != null && !instance.masking().isEmpty()) {
            throw ProblemException.badRequest("Keys are masked: leave out \"key\".");
        }
        notes.detail(limit + (value == null || value.isEmpty() ? "" : ": " + value));
        List<LimitKey> paused = instance.redis().ask(inspector -> inspector.queues().limits(queue.name())).stream()
                .filter(state -> state.key().limit().equals(limit)
                        && (value == null || value.equals(state.key().value()))
                        && until.equals(state.closedUntil()))
                .map(LimitKey.State::key).toList();
        if (paused.isEmpty()) {
            throw ProblemException.conflict("No such key is paused until this time.");
        }
        try {
            notes.change(() -> instance.redis().change(
                    inspector -> paused.forEach(key -> inspector.queues().resume(queue.name(), key))));
        } finally {
            instance.monitor().changed(queue.name());
        }
    }
}

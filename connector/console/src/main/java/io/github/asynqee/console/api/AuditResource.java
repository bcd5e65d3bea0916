package io.github.asynqee.console.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.audit.AuditEntry;
import io.github.asynqee.console.http.Paging;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.Page;

/** The audit log. */
@Path("{redis}/audit")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class AuditResource {

    private static final int PAGE = 100;
    private static final Pattern DURATION = Pattern.compile("(\\d{1,5})([hd])");

    @Inject
    Console console;

    /** @param last the period before now, for example {@code 24h}; {@code null} for all entries */
    @GET
    @Allowed(Role.VIEWER)
    public Page<AuditEntry> list(@PathParam("redis") String redis, @QueryParam("user") String user,
            @QueryParam("action") String action, @QueryParam("queue") String queue, @QueryParam("last") String last,
            @QueryParam("cursor") String cursor, @QueryParam("limit") Integer limit) {
        RedisConsole instance = console.of(redis);
        int size = Paging.limit(limit, PAGE);
        Instant since = isEmpty(last) ? null : Instant.now().minus(duration(last));
        boolean isAny = since == null && Stream.of(user, action, queue).allMatch(AuditResource::isEmpty);
        return instance.redis().limited(() -> instance.audit().read(isEmpty(cursor) ? null : cursor, size, since,
                isAny ? null : entry -> has(entry.user(), user) && has(entry.action(), action)
                        && has(entry.queue(), queue)));
    }

    private static boolean isEmpty(String parameter) {
        return parameter == null || parameter.isEmpty();
    }

    private static boolean has(String text, String part) {
        return isEmpty(part)
                || text != null && text.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT));
    }

    private static Duration duration(String text) {
        Matcher parts = DURATION.matcher(text);
        if (!parts.matches()) {
            throw ProblemException.badRequest("last must be a number of hours or days: 24h, 7d.");
        }
        return Duration.ofHours(Long.parseLong(parts.group(1)) * (parts.group(2).equals("d") ? 24 : 1));
    }
}

package io.github.asynqee.console.api;

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
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.Instance;
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

    @Inject
    Console console;

    @GET
    @Allowed(Role.VIEWER)
    public Page<AuditEntry> list(@PathParam("redis") String redis, @QueryParam("cursor") String cursor,
            @QueryParam("limit") Integer limit) {
        Instance instance = console.of(redis);
        int size = Paging.limit(limit, PAGE);
        return instance.redis().limited(() -> instance.audit().read(cursor, size));
    }
}

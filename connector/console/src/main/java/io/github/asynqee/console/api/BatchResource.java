package io.github.asynqee.console.api;

import java.time.Duration;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.BatchDetails;
import io.github.asynqee.inspect.BatchDeletion;

/** One batch or chain. {@link QueueResource#details} contains the batches of a queue. */
@Path("{redis}/batches/{queue}/{batch}")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class BatchResource {

    private static final int MEMBERS = 200;
    /** Approximate time limit of a call that deletes members. */
    private static final Duration STEP = Duration.ofSeconds(3);
    private static final Duration LONG_LIMIT = Duration.ofSeconds(60);

    @PathParam("redis")
    String redis;

    @PathParam("queue")
    Segment queue;

    @PathParam("batch")
    Segment batch;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    @GET
    @Allowed(Role.VIEWER)
    public BatchDetails details() {
        return console.of(redis).redis().ask(inspector -> BatchDetails.of(
                inspector.batches().get(queue.name(), batch.name()),
                inspector.batches().members(queue.name(), batch.name(), MEMBERS), console.masking()));
    }

    /** Deletes members for some seconds. The client repeats the call until the deletion is complete. */
    @DELETE
    @Allowed(Role.ADMIN)
    @Action("batch.delete")
    public BatchDeletion delete() {
        RedisConsole instance = console.of(redis);
        ConsoleRedis asked = instance.redis();
        notes.target(queue.name(), batch.name());
        try {
            BatchDeletion step = notes.change(() -> asked.limited(LONG_LIMIT,
                    () -> asked.inspector().batches().delete(queue.name(), batch.name(), STEP)));
            notes.count(step.deleted());
            return step;
        } finally {
            instance.monitor().changed(queue.name());
        }
    }
}

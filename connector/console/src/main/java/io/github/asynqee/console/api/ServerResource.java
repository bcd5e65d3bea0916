package io.github.asynqee.console.api;

import java.util.Comparator;
import java.util.List;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.OutboxRow;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.console.view.ServerRow;
import io.github.asynqee.inspect.Inspector;

/** Servers. */
@Path("{redis}/servers")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class ServerResource {

    private static final int MAX_COVERAGE = 500;
    private static final int MAX_OUTBOXES = 500;

    @PathParam("redis")
    String redis;

    @Inject
    Console console;

    /** All servers, the outboxes of their applications, and how many serve each queue: the queues with the fewest servers. */
    public record Servers(List<ServerRow> items, List<OutboxRow> outboxes, List<Coverage> coverage) {}

    /** The number of servers that have a queue in their list. */
    public record Coverage(String queue, long servers) {}

    @GET
    @Allowed(Role.VIEWER)
    public Servers servers() {
        List<ServerRow> servers = console.of(redis).monitor().servers().stream()
                .map(server -> ServerRow.of(server, console.masking())).toList();
        List<Coverage> coverage = console.of(redis).monitor().queues().stream()
                .sorted(Comparator.comparingLong(QueueRow::consumers).thenComparing(QueueRow::name))
                .limit(MAX_COVERAGE).map(queue -> new Coverage(queue.name(), queue.consumers())).toList();
        List<OutboxRow> outboxes = console.of(redis).redis().ask(Inspector::outboxes).stream().limit(MAX_OUTBOXES)
                .map(outbox -> OutboxRow.of(outbox, console.masking())).toList();
        return new Servers(servers, outboxes, coverage);
    }
}

package io.github.asynqee.console.api;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.http.Paging;
import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.OutboxRow;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.console.view.ServerRow;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.ServerDetails;

/** Servers. */
@Path("{redis}/servers")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class ServerResource {

    private static final int PAGE = 20;
    /** With more servers, a queue shows only the number of its servers and not their names. */
    private static final int MAX_COMPARED = 20;
    private static final int MAX_COVERAGE = 100;
    private static final int MAX_OUTBOXES = 500;

    private static final Comparator<ServerDetails> BY_NAME = Comparator.comparing(ServerDetails::host)
            .thenComparing(ServerDetails::pid).thenComparing(ServerDetails::id);

    @PathParam("redis")
    String redis;
    @Inject
    Console console;

    /**
     * A part of the servers, the outboxes of their applications, and how many servers serve each queue.
     *
     * @param next the cursor of the next part, {@code null} at the end
     * @param total the number of servers that fit the parameters
     * @param coverage the queues with the fewest servers
     * @param queues the number of all queues
     */
    public record Servers(List<ServerRow> items, String next, long total, List<OutboxRow> outboxes,
            @Member(maxItems = 100) List<Coverage> coverage, long queues) {}

    /**
     * The number of servers that have a queue in their list.
     *
     * @param weights the weight of the queue by server ID; {@code null} if there are more than 20 servers
     */
    public record Coverage(String queue, long servers, Map<String, Integer> weights) {}

    @GET
    @Allowed(Role.VIEWER)
    public Servers servers(@QueryParam("filter") String filter, @QueryParam("queue") String queue,
            @QueryParam("cursor") String cursor, @QueryParam("limit") Integer limit) {
        List<ServerDetails> all = console.of(redis).monitor().servers();
        List<ServerDetails> found = all.stream().filter(server -> isNamed(server, filter)
                && (queue == null || queue.isEmpty() || server.queues().containsKey(queue))).sorted(BY_NAME).toList();
        Page<ServerDetails> page = Paging.part(found, cursor, Paging.limit(limit, PAGE));
        List<ServerRow> items = page.items().stream().map(server -> ServerRow.of(server, console.masking())).toList();
        List<QueueRow> queues = console.of(redis).monitor().queues();
        List<Coverage> coverage = queues.stream()
                .sorted(Comparator.comparingLong(QueueRow::consumers).thenComparing(QueueRow::name))
                .limit(MAX_COVERAGE).map(row -> new Coverage(row.name(), row.consumers(),
                        all.size() > MAX_COMPARED ? null : weights(all, row.name())))
                .toList();
        List<OutboxRow> outboxes = console.of(redis).redis().ask(Inspector::outboxes).stream().limit(MAX_OUTBOXES)
                .map(outbox -> OutboxRow.of(outbox, console.masking())).toList();
        return new Servers(items, page.next(), found.size(), outboxes, coverage, queues.size());
    }

    private static boolean isNamed(ServerDetails server, String part) {
        return part == null || Stream.of(server.host(), server.id(), String.valueOf(server.pid()))
                .anyMatch(name -> name.toLowerCase(Locale.ROOT).contains(part.toLowerCase(Locale.ROOT)));
    }

    private static Map<String, Integer> weights(List<ServerDetails> servers, String queue) {
        return servers.stream().filter(server -> server.queues().containsKey(queue)).collect(
                Collectors.toMap(ServerDetails::id, server -> server.queues().get(queue), (one, other) -> one));
    }
}

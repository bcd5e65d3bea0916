package io.github.asynqee.console.api;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.query.Completion.Offer;
import io.github.asynqee.console.query.NameKind;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.console.view.QueueRow;

/** Completions of a clause of a query. */
@Path("{redis}/complete")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class CompletionResource {

    private static final int OFFERS = 20;

    @Inject
    Console console;

    /**
     * Names that contain a part.
     *
     * @param kind {@code queue}, {@code type}, {@code payload} (members) or {@code header}
     * @param queue names of queues, joined by commas, whose tasks are read; empty for the largest queues
     */
    @GET
    @Allowed(Role.VIEWER)
    public Page<Offer> complete(@PathParam("redis") String redis, @QueryParam("kind") @DefaultValue("") String kind,
            @QueryParam("part") @DefaultValue("") String part, @QueryParam("queue") @DefaultValue("") String queue) {
        RedisConsole instance = console.of(redis);
        List<QueueRow> queues = instance.monitor().queues();
        if (kind.equals("queue")) {
            return Page.all(queues(queues, part.toLowerCase(Locale.ROOT)));
        }
        NameKind wanted = Stream.of(NameKind.values()).filter(each -> each.name().toLowerCase(Locale.ROOT).equals(kind))
                .findFirst().orElseThrow(
                        () -> ProblemException.badRequest("kind must be queue, type, payload or header."));
        List<String> only = List.of(queue.split(","));
        List<String> sampled = queues.stream().filter(row -> queue.isEmpty() || only.contains(row.name()))
                .sorted(Comparator.comparing(QueueRow::size).reversed()).map(QueueRow::name).toList();
        return Page.all(instance.redis().limited(() -> instance.completion().offers(wanted, sampled, part, OFFERS)));
    }

    private static List<Offer> queues(List<QueueRow> queues, String part) {
        return queues.stream().filter(row -> row.name().toLowerCase(Locale.ROOT).contains(part))
                .sorted(Comparator.comparing((QueueRow row) -> !row.name().toLowerCase(Locale.ROOT).startsWith(part))
                        .thenComparing(QueueRow::name))
                .limit(OFFERS).map(row -> new Offer(row.name(), row.size())).toList();
    }
}

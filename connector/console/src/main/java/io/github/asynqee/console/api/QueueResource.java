package io.github.asynqee.console.api;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.DefaultValue;
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
import io.github.asynqee.console.live.Monitor;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.console.view.QueueDetails;
import io.github.asynqee.console.view.QueueList;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.console.view.StatisticsView;
import io.github.asynqee.console.view.WaitingRow;
import io.github.asynqee.inspect.Repair;
import io.github.asynqee.statistics.StatisticsRange;

/** Queues. */
@Path("{redis}/queues")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class QueueResource {

    private static final int PAGE = 100;
    /** Time limit of calls that read or delete all tasks of the queue. */
    private static final Duration LONG_LIMIT = Duration.ofSeconds(60);

    @PathParam("redis")
    String redis;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    @GET
    @Allowed(Role.VIEWER)
    public QueueList list(@QueryParam("filter") @DefaultValue("") String filter, @QueryParam("sort") String sort,
            @QueryParam("dir") String dir, @QueryParam("cursor") String cursor, @QueryParam("limit") Integer limit) {
        String part = filter.toLowerCase(Locale.ROOT);
        Comparator<QueueRow> order = QueueOrder.of(sort, dir);
        Monitor monitor = instance().monitor();
        List<QueueRow> found = monitor.queues(sort + " " + dir + " " + part, rows -> rows
                .filter(row -> row.name().toLowerCase(Locale.ROOT).contains(part)).sorted(order));
        Page<QueueRow> page = Paging.part(found, cursor, Paging.limit(limit, PAGE));
        monitor.view(page.items().stream().map(QueueRow::name).toList());
        return new QueueList(page.items(), page.next(), page.total(), monitor.freshness());
    }

    @GET
    @Path("{queue}")
    @Allowed(Role.VIEWER)
    public QueueDetails details(@PathParam("queue") Segment queue) {
        return new QueuePage(instance(), queue.name()).read();
    }

    @GET
    @Path("{queue}/statistics")
    @Allowed(Role.VIEWER)
    public StatisticsView statistics(@PathParam("queue") Segment queue,
            @QueryParam("range") @DefaultValue("1h") String range, @QueryParam("type") String type) {
        StatisticsRange chosen = Stream.of(StatisticsRange.values()).filter(each -> each.text().equals(range))
                .findFirst().orElseThrow(() -> ProblemException.badRequest("\"range\" must be 1h, 24h, 7d or 30d."));
        return StatisticsView
                .of(instance().redis().ask(inspector -> inspector.queues().statistics(queue.name(), chosen)), type);
    }

    /** Why tasks of the queue do not run now. */
    @GET
    @Path("{queue}/why")
    @Allowed(Role.VIEWER)
    public Page<WaitingRow> why(@PathParam("queue") Segment queue) {
        RedisConsole instance = instance();
        return WaitingRow.page(instance.redis().ask(inspector -> inspector.queues().why(queue.name())),
                instance.masking(), since -> instance.audit().pausedBy(queue.name(), since));
    }

    @POST
    @Path("{queue}/pause")
    @Allowed(Role.OPERATOR)
    @Action("queue.pause")
    public void pause(@PathParam("queue") Segment queue) {
        change(queue, () -> instance().redis().change(inspector -> {
            inspector.queues().info(queue.name());
            inspector.queues().pause(queue.name());
        }));
    }

    @POST
    @Path("{queue}/resume")
    @Allowed(Role.OPERATOR)
    @Action("queue.resume")
    public void resume(@PathParam("queue") Segment queue) {
        change(queue, () -> instance().redis().change(inspector -> {
            inspector.queues().info(queue.name());
            inspector.queues().unpause(queue.name());
        }));
    }

    @DELETE
    @Path("{queue}")
    @Allowed(Role.ADMIN)
    @Action("queue.delete")
    public void delete(@PathParam("queue") Segment queue, @QueryParam("force") @DefaultValue("false") boolean force) {
        RedisConsole asked = instance();
        change(queue, () -> asked.redis().limited(LONG_LIMIT, () -> {
            asked.redis().inspector().queues().remove(queue.name(), force);
            return null;
        }));
    }

    /** Finds damage of the queue's data that can be repaired. Reads the whole queue and changes nothing. */
    @GET
    @Path("{queue}/repairs")
    @Allowed(Role.OPERATOR)
    public Page<Repair> repairs(@PathParam("queue") Segment queue) {
        return Page.all(repair(queue.name(), false));
    }

    @POST
    @Path("{queue}/repair")
    @Allowed(Role.ADMIN)
    @Action("queue.repair")
    public Page<Repair> repair(@PathParam("queue") Segment queue) {
        try {
            List<Repair> repairs = notes.change(() -> repair(queue.name(), true));
            notes.count(repairs.stream().filter(Repair::applied).count());
            return Page.all(repairs);
        } finally {
            instance().monitor().changed();
        }
    }

    private List<Repair> repair(String queue, boolean apply) {
        RedisConsole asked = instance();
        return asked.redis().limited(LONG_LIMIT, () -> {
            // the call may last longer than the request
            if (!asked.repairs().tryAcquire()) {
                throw ProblemException.conflict(
                        "Another queue of this Redis is being examined. Repeat the request in some seconds.");
            }
            try {
                return asked.redis().inspector().health().repair(queue, apply);
            } finally {
                asked.repairs().release();
            }
        });
    }

    private void change(Segment queue, Runnable change) {
        try {
            notes.change(change);
        } finally {
            instance().monitor().changed(queue.name());
        }
    }

    private RedisConsole instance() {
        return console.of(redis);
    }
}

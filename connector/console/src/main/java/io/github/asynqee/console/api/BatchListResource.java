package io.github.asynqee.console.api;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.console.http.Paging;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.BatchRow;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.console.view.QueueRow;
import io.github.asynqee.inspect.BatchInfo;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;

/** The batches and chains of all queues. */
@Path("{redis}/batches")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class BatchListResource {

    private static final Logger LOG = System.getLogger(BatchListResource.class.getName());
    private static final int PAGE = 50;
    /** Maximum number of batches read from one queue, because each costs at least one round trip. */
    private static final int MAX_OF_QUEUE = 100;
    /** After this time, no further queue is read. */
    private static final Duration BUDGET = Duration.ofMillis(800);
    /** Maximum number of batches that are sorted, because a page requests them every few seconds. */
    private static final int MAX = 1_000;
    /** Batches that need an operator first; then the latest first. */
    private static final Comparator<BatchInfo> ORDER = Comparator.comparing((BatchInfo batch) -> !isInTrouble(batch))
            .thenComparing(BatchInfo::createdAt, Comparator.nullsLast(Comparator.reverseOrder()));

    @Inject
    Console console;

    private static boolean isInTrouble(BatchInfo batch) {
        return batch.failed() > 0 || batch.tasks().stream().anyMatch(task -> task.refusal() != null);
    }

    /** @param filter a part of the ID or of the name of the queue */
    @GET
    @Allowed(Role.VIEWER)
    public Page<BatchRow> list(@PathParam("redis") String redis, @QueryParam("filter") String filter,
            @QueryParam("cursor") String cursor, @QueryParam("limit") Integer limit) {
        int size = Paging.limit(limit, PAGE);
        RedisConsole instance = console.of(redis);
        Masking masking = console.masking();
        List<String> queues = instance.monitor().queues().stream().filter(queue -> queue.batchCount() > 0)
                .map(QueueRow::name).sorted().toList();
        String part = filter == null ? "" : filter.toLowerCase(Locale.ROOT);
        List<BatchInfo> found = instance.redis().ask(inspector -> read(inspector, queues)).stream()
                .filter(batch -> (batch.id() + "\n" + batch.queue()).toLowerCase(Locale.ROOT).contains(part))
                .sorted(ORDER).toList();
        Page<BatchInfo> page = Paging.part(found, cursor, size);
        return new Page<>(page.items().stream().map(batch -> BatchRow.of(batch, masking)).toList(), page.next(),
                page.total());
    }

    private static List<BatchInfo> read(Inspector inspector, List<String> queues) {
        List<BatchInfo> batches = new ArrayList<>();
        long end = System.nanoTime() + BUDGET.toNanos();
        for (String queue : queues) {
            int rest = Math.min(MAX_OF_QUEUE, MAX - batches.size());
            if (rest <= 0 || System.nanoTime() - end >= 0) {
                break;
            }
            try {
                batches.addAll(inspector.batches().list(queue, rest));
            } catch (QueueNotFoundException e) {
                // the batch was deleted since then
                continue;
            } catch (BrokerUnavailableException | AmbiguousResultException e) {
                throw e;
            } catch (BrokerException e) {
                LOG.log(Level.DEBUG, () -> "batches of queue \"" + queue + "\" cannot be read and are left out: " + e);
            }
        }
        return batches;
    }
}

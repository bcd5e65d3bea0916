package io.github.asynqee.transactions.internal.outbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.broker.OutboxCommands.Opening;
import io.github.asynqee.internal.broker.OutboxCommands.Row;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.internal.text.PrintableText;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.jspecify.annotations.Nullable;

/** The rows of a bucket that a relay stores in Redis in one transaction. */
final class RelayedRows {

    private static final Logger LOG = System.getLogger(RelayedRows.class.getName());
    /** No queue is opened after this time, because a command may take long. */
    private static final Duration OPENING = Duration.ofSeconds(20);
    /** No further queue's rows are stored after this time. */
    private static final Duration STORING = Duration.ofSeconds(40);

    /** A connection closed without a reason is attributed to the payload only from this size. */
    private static final int LARGE = 256 * 1024;
    private static final int TRIES_ALONE = 3;

    private final OutboxCommands redis;
    private final OutboxShards shards;
    private final UnreachableQueues unreachable;
    private final String outbox;
    private final String holder;
    private final Clock clock;
    private final Instant begin;
    private final Map<String, List<Row>> byQueue = new LinkedHashMap<>();
    private final Map<String, Opening> openings = new LinkedHashMap<>();
    /** Queue by shard. */
    private final Map<String, String> queues = new HashMap<>();
    private final Set<String> done = new LinkedHashSet<>();
    private final Map<String, String> refused = new LinkedHashMap<>();
    private final Set<String> uncertain = new HashSet<>();
    private @Nullable BrokerException failure;

    /**
     * @param unreachable records which queues answer
     * @param outbox the name of the outbox in Redis
     * @param holder the name of the relay
     * @param clock the clock of Redis
     */
    RelayedRows(OutboxCommands redis, OutboxShards shards, UnreachableQueues unreachable, String outbox, String holder,
            Clock clock) {
        this.redis = redis;
        this.shards = shards;
        this.unreachable = unreachable;
        this.outbox = outbox;
        this.holder = holder;
        this.clock = clock;
        this.begin = clock.instant();
    }

    private boolean hasElapsed(Duration time) {
        return !clock.instant().isBefore(begin.plus(time));
    }

    /**
     * Opens the outbox in the queues of the rows. If that fails for a queue, skips all its rows, so that they keep
     * their order.
     */
    void open(List<OutboxRow> rows) {
        Map<String, Optional<Shards>> known = new HashMap<>();
        for (OutboxRow row : rows) {
            try {
                NewTask task = row.task(begin);
                known.computeIfAbsent(task.message().queue(), this::opened).ifPresent(all -> {
                    NewTask placed = OutboxShards.placed(task, all);
                    byQueue.computeIfAbsent(placed.message().queue(), q -> new ArrayList<>())
                            .add(new Row(row.id(), placed));
                });
            } catch (UndecodableMessageException e) {
                setAside(row.id(), e.getMessage());
            }
        }
    }

    /** Opens the outbox in all shards of a queue, because a row that was stored before may be in any shard. */
    private Optional<Shards> opened(String queue) {
        if (failure != null || hasElapsed(OPENING)) {
            // a second unanswered command could exceed the transaction's time limit; the next batch contains these rows
            return Optional.empty();
        }
        try {
            Shards all = shards.of(queue);
            List<String> names = Shards.names(queue, all.count());
            names.forEach(shard -> queues.put(shard, queue));
            openShards(names);
            unreachable.answered(queue);
            return Optional.of(all);
        } catch (BrokerException e) {
            unreachable.failed(queue, e);
            failure = e;
            return Optional.empty();
        }
    }

    private void openShards(List<String> names) {
        List<Opening> some = names.stream().filter(name -> !openings.containsKey(name))
                .map(name -> new Opening(name, outbox, holder)).toList();
        if (!some.isEmpty()) {
            done.addAll(redis.open(some));
            some.forEach(opening -> openings.put(opening.queue(), opening));
        }
    }

    private void setAside(String row, @Nullable String error) {
        refused.put(row, String.valueOf(error));
        LOG.log(Level.ERROR, "outbox row " + row + " cannot be stored in Redis and is set aside: "
                + PrintableText.of(error));
    }

    /** Stores the rows. A failure affects only the rows of the same queue. */
    void store() {
        boolean any = false;
        for (Map.Entry<String, List<Row>> queue : byQueue.entrySet()) {
            List<Row> left = queue.getValue().stream().filter(row -> !done.contains(row.id())).toList();
            Opening opening = openings.get(queue.getKey());
            if (opening != null && !left.isEmpty() && !(any && hasElapsed(STORING))) {
                store(opening, left);
                any = true;
            }
        }
    }

    /** Stores rows of a queue; returns false if some must be kept, so that no later row of the queue may be stored. */
    private boolean store(Opening opening, List<Row> rows) {
        try {
            Optional<List<StoreResult>> results = redis.store(opening, rows);
            if (results.isEmpty()) {
                return keep(opening, new BrokerUnavailableException(
                        "another relay has taken over the outbox in queue \"" + opening.queue() + "\"", null));
            }
            for (int i = 0; i < rows.size(); i++) {
                ended(opening, rows.get(i), results.get().get(i));
            }
            return true;
        } catch (BrokerUnavailableException | AmbiguousResultException e) {
            return isTooLarge(e) || isClosedForSize(opening, rows, e) ? withoutRefused(opening, rows, e)
                    : keep(opening, e);
        } catch (BrokerException e) {
            // a missing right affects all rows
            return RedisErrors.isDenied(e) ? keep(opening, e) : withoutRefused(opening, rows, e);
        }
    }

    /**
     * Stores the rows one by one to find the row that Redis rejects, and sets only that row aside.
     */
    private boolean withoutRefused(Opening opening, List<Row> rows, BrokerException e) {
        if (rows.size() == 1) {
            uncertain.add(opening.queue());
            setAside(rows.get(0).id(),
                    isClosed(e) && !isTooLarge(e) ? "Redis or a proxy closed the connection each time"
                            + " its " + rows.get(0).task().message().payload().length + " bytes were sent: "
                            + e.getMessage() : e.getMessage());
            return true;
        }
        return rows.stream().allMatch(row -> store(opening, List.of(row)));
    }

    /** Whether a row exceeds the size limit of Redis, which closes the connection without executing the command. */
    private static boolean isTooLarge(BrokerException e) {
        return String.valueOf(e.getMessage()).contains("Protocol error: invalid bulk length");
    }

    /**
     * Whether Redis or a proxy closes the connection because of the size of the rows, without saying so. Retries a
     * single row, because the connection may have been closed for another reason.
     */
    private boolean isClosedForSize(Opening opening, List<Row> rows, BrokerException e) {
        boolean closed = isClosed(e) && rows.stream().anyMatch(row -> row.task().message().payload().length >= LARGE);
        for (int tries = 1; closed && answers(opening) && rows.size() == 1 && tries < TRIES_ALONE; tries++) {
            try {
                redis.store(opening, rows);
                return false;
            } catch (BrokerException again) {
                closed = isClosed(again);
            }
        }
        // the row may have been stored, and only the reply was lost
        return closed && answers(opening) && !(rows.size() == 1 && done.contains(rows.get(0).id()));
    }

    private static boolean isClosed(BrokerException e) {
        Throwable cause = e;
        while (cause != null && !(cause instanceof SocketTimeoutException)) {
            cause = cause.getCause();
        }
        return cause == null && (e instanceof BrokerUnavailableException || e instanceof AmbiguousResultException);
    }

    private boolean answers(Opening opening) {
        try {
            done.addAll(redis.open(List.of(opening)));
            return true;
        } catch (BrokerException e) {
            return false;
        }
    }

    /** Leaves the rows in the database and marks their queue as unreachable; returns false. */
    private boolean keep(Opening opening, BrokerException e) {
        uncertain.add(opening.queue());
        unreachable.failed(queues.getOrDefault(opening.queue(), opening.queue()), e);
        failure = failure == null ? e : failure;
        return false;
    }

    private void ended(Opening opening, Row row, StoreResult result) {
        if (result instanceof StoreResult.Unconfirmed unconfirmed) {
            keep(opening, new BrokerUnavailableException("rows of the outbox were stored in queue \"" + opening.queue()
                    + "\", but this is not confirmed yet: " + unconfirmed.reason(), null));
            return;
        }
        done.add(row.id());
        if (!(result instanceof StoreResult.Stored)) {
            TaskMessage task = row.task().message();
            LOG.log(Level.WARNING, (result instanceof StoreResult.IdTaken ? StoreResult.IdTaken.MESSAGE
                    : StoreResult.Duplicate.MESSAGE) + "task " + PrintableText.of(task.id()) + " of type \""
                    + PrintableText.of(task.type()) + "\" in queue \"" + task.queue()
                    + "\" is dropped from the outbox");
        }
    }

    /** IDs of the rows to delete: stored now, stored before, or dropped. */
    Set<String> done() {
        return done;
    }

    /** Errors of the rejected rows, by row ID. */
    Map<String, String> refused() {
        return refused;
    }

    /** Why some rows could not be stored yet; {@code null} without a failure. */
    @Nullable
    BrokerException failure() {
        return failure;
    }

    /**
     * Makes Redis forget the stored rows. Call it after the deletion of {@link #done} from the database is committed.
     */
    void close() {
        openings.forEach((queue, opening) -> {
            if (!uncertain.contains(queue)) {
                redis.close(opening);
            }
        });
    }
}

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
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.internal.text.PrintableText;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.jspecify.annotations.Nullable;

/** The rows of one bucket on their way to Redis, by one relay. */
final class RelayedRows {

    private static final Logger LOG = System.getLogger(RelayedRows.class.getName());
    /** Time after which no further queue is opened, and none stored: the rest of the transaction is for one that takes long. */
    private static final Duration OPENING = Duration.ofSeconds(20);
    private static final Duration STORING = Duration.ofSeconds(40);

    /** From this size on a payload may be why a connection is closed without a reason. */
    private static final int LARGE = 256 * 1024;
    private static final int TRIES_ALONE = 3;

    private final OutboxCommands redis;
    private final OutboxShards shards;
    private final AwayQueues away;
    private final String outbox;
    private final String holder;
    private final Clock clock;
    private final Instant begin;
    private final Map<String, List<Row>> byQueue = new LinkedHashMap<>();
    private final Map<String, Opening> openings = new LinkedHashMap<>();
    /** The queues of shards. */
    private final Map<String, String> queues = new HashMap<>();
    private final Set<String> done = new LinkedHashSet<>();
    private final Map<String, String> refused = new LinkedHashMap<>();
    private final Set<String> uncertain = new HashSet<>();
    private @Nullable BrokerException failure;

    /**
     * @param away is told which queues answer, and which do not
     * @param outbox names the outbox in Redis
     * @param holder names the relay
     * @param clock the clock of Redis
     */
    RelayedRows(OutboxCommands redis, OutboxShards shards, AwayQueues away, String outbox, String holder,
            Clock clock) {
        this.redis = redis;
        this.shards = shards;
        this.away = away;
        this.outbox = outbox;
        this.holder = holder;
        this.clock = clock;
        this.begin = clock.instant();
    }

    private boolean isOver(Duration time) {
        return !clock.instant().isBefore(begin.plus(time));
    }

    /**
     * Opens the outbox in the queues to which rows go. The rows of a queue in which that fails are left out, all of them, so
     * that their order is kept.
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

    /** Opens the outbox in all shards of a queue: a row that was stored before may be in any of them. */
    private Optional<Shards> opened(String queue) {
        if (failure != null || isOver(OPENING)) {
            // a second unanswered command could exceed the time limit of the transaction; its rows are in the next batch
            return Optional.empty();
        }
        try {
            Shards all = shards.of(queue);
            List<String> names = Shards.names(queue, all.count());
            names.forEach(shard -> queues.put(shard, queue));
            openShards(names);
            away.answered(queue);
            return Optional.of(all);
        } catch (BrokerException e) {
            away.failed(queue, e);
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
        LOG.log(Level.ERROR, "row " + row + " of the outbox cannot be stored in Redis and is set aside: "
                + PrintableText.of(error));
    }

    /** Stores the rows. What fails concerns only the rows of its queue. */
    void store() {
        boolean any = false;
        for (Map.Entry<String, List<Row>> queue : byQueue.entrySet()) {
            List<Row> left = queue.getValue().stream().filter(row -> !done.contains(row.id())).toList();
            Opening opening = openings.get(queue.getKey());
            if (opening != null && !left.isEmpty() && !(any && isOver(STORING))) {
                store(opening, left);
                any = true;
            }
        }
    }

    /** Returns whether rows after these may be stored: none that is kept comes before them. */
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
            return isForbidden(e) ? keep(opening, e) : withoutRefused(opening, rows, e);
        }
    }

    /** One of the rows is refused: the others are not to wait for it. */
    private boolean withoutRefused(Opening opening, List<Row> rows, BrokerException e) {
        if (rows.size() == 1) {
            uncertain.add(opening.queue());
            setAside(rows.get(0).id(),
                    isClosed(e) && !isTooLarge(e) ? "Redis, or a proxy, closed the connection each time"
                            + " when its " + rows.get(0).task().message().payload().length + " bytes were sent: "
                            + e.getMessage() : e.getMessage());
            return true;
        }
        return rows.stream().allMatch(row -> store(opening, List.of(row)));
    }

    /** Whether a row is larger than Redis takes, which ends the connection before the command is executed. */
    private static boolean isTooLarge(BrokerException e) {
        return String.valueOf(e.getMessage()).contains("Protocol error: invalid bulk length");
    }

    /**
     * Whether Redis, or a proxy, closes the connection because of the size of the rows, without a reason. A row alone is
     * tried again: its connection may have been closed for another reason.
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
        // it may have been stored, and only the reply was lost
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

    /** Whether the user of Redis lacks a permission, which is a matter of all rows. */
    private static boolean isForbidden(BrokerException e) {
        return String.valueOf(e.getMessage()).contains("NOPERM");
    }

    /** The rows remain, and those of other queues behind them are reached without them; returns false. */
    private boolean keep(Opening opening, BrokerException e) {
        uncertain.add(opening.queue());
        away.failed(queues.getOrDefault(opening.queue(), opening.queue()), e);
        failure = failure == null ? e : failure;
        return false;
    }

    private void ended(Opening opening, Row row, StoreResult result) {
        if (result instanceof StoreResult.Unconfirmed unconfirmed) {
            keep(opening, new BrokerUnavailableException("rows of the outbox were stored in queue \"" + opening.queue()
                    + "\", and wait until that is confirmed: " + unconfirmed.reason(), null));
            return;
        }
        done.add(row.id());
        if (!(result instanceof StoreResult.Stored)) {
            TaskMessage task = row.task().message();
            LOG.log(Level.WARNING, (result instanceof StoreResult.IdTaken ? StoreResult.IdTaken.MESSAGE
                    : StoreResult.Duplicate.MESSAGE) + "task " + PrintableText.of(task.id()) + " of type \""
                    + PrintableText.of(task.type()) + "\" in queue \"" + task.queue()
                    + "\" was in the outbox, and is dropped");
        }
    }

    /** The rows that are to be deleted: stored now or before, or dropped. */
    Set<String> done() {
        return done;
    }

    /** The rows that are to be set aside, with their errors. */
    Map<String, String> refused() {
        return refused;
    }

    /** Why some rows are still to be stored; {@code null} if all went well. */
    @Nullable
    BrokerException failure() {
        return failure;
    }

    /** Forgets what was stored. To be called when {@link #done} is deleted from the database, and that is committed. */
    void close() {
        openings.forEach((queue, opening) -> {
            if (!uncertain.contains(queue)) {
                redis.close(opening);
            }
        });
    }
}

package io.github.asynqee.internal.redis;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.github.asynqee.Durability;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.broker.watch.ScheduleListeners;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.Confirmation.Unconfirmed;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.registry.QueueNames;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.internal.redis.script.NewTaskArguments;
import io.github.asynqee.redis.BrokerUnavailableException;

/** {@link OutboxCommands} on Redis. */
final class RedisOutboxCommands implements OutboxCommands {

    private final RedisExecutor executor;
    /** The executor with separate connections, for tasks that Redis confirms. */
    private final RedisExecutor confirmed;
    private final NodeMetrics metrics;
    private final QueueNames names;
    private final Clock clock;
    private final ScheduleListeners scheduleListeners;

    RedisOutboxCommands(RedisExecutor executor, RedisExecutor confirmed, NodeMetrics metrics, QueueNames names,
            Clock clock, ScheduleListeners scheduleListeners) {
        this.executor = executor;
        this.confirmed = confirmed;
        this.metrics = metrics;
        this.names = names;
        this.clock = clock;
        this.scheduleListeners = scheduleListeners;
    }

    /** The same operations for tasks whose durability Redis confirms. */
    OutboxCommands confirmed(Durability durability) {
        return durability.level() == Durability.Level.MEMORY ? this
                : new RedisOutboxCommands(Confirmations.of(confirmed, durability), confirmed, metrics, names, clock,
                        scheduleListeners);
    }

    private static RedisCommand command(EngineScript script, Opening opening) {
        return RedisCommand.script(script).key(QueueKeys.of(opening.queue()).outbox(opening.outbox()))
                .arg(opening.holder());
    }

    @Override
    public Set<String> open(List<Opening> openings) {
        List<Reply> replies = executor
                .send(openings.stream().map(opening -> command(EngineScript.OPEN_OUTBOX, opening)).toList());
        Set<String> rows = new LinkedHashSet<>();
        for (int i = 0; i < openings.size(); i++) {
            Object reply = replies.get(i).get();
            if (reply instanceof Unconfirmed late) {
                throw new BrokerUnavailableException("the outbox cannot be opened in queue \"" + openings.get(i).queue()
                        + "\" with the durability of its tasks: " + late.reason(), null);
            }
            Replies.list(reply).forEach(row -> rows.add(Replies.text(row)));
        }
        return rows;
    }

    @Override
    public Optional<List<StoreResult>> store(Opening opening, List<Row> rows) {
        names.register(List.of(opening.queue()));
        RedisCommand command = command(EngineScript.STORE_OUTBOX, opening);
        for (Row row : rows) {
            command.arg(row.id());
            NewTaskArguments.appendFixed(command, row.task(), clock.instant());
        }
        Object reply = executor.send(command);
        rows.forEach(this::notifyListeners);
        Unconfirmed unconfirmed = reply instanceof Unconfirmed late ? late : null;
        List<?> codes = Replies.list(unconfirmed == null ? reply : unconfirmed.value());
        if (codes.isEmpty()) {
            return Optional.empty();
        }
        List<StoreResult> results = new ArrayList<>();
        for (Object code : codes) {
            StoreResult result = RedisProducerCommands.result(Replies.number(code), unconfirmed);
            metrics.enqueued(opening.queue(), result.kind());
            results.add(result);
        }
        return Optional.of(results);
    }

    private void notifyListeners(Row row) {
        if (row.task().placement() instanceof Placement.Scheduled scheduled) {
            scheduleListeners.written(row.task().message().queue(), scheduled.at());
        }
    }

    @Override
    public void close(Opening opening) {
        executor.send(command(EngineScript.CLOSE_OUTBOX, opening));
    }
}

package io.github.asynqee.internal.redis;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.Durability;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.broker.watch.ScheduleListeners;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.Confirmation.Unconfirmed;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.registry.QueueNames;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/** {@link ProducerCommands} on Redis. */
final class RedisProducerCommands implements ProducerCommands {

    private final RedisExecutor executor;
    /** The executor with separate connections, for tasks that Redis confirms. */
    private final RedisExecutor confirmed;
    /** Sends the commands that store tasks. */
    private final RedisExecutor storing;
    private final Durability durability;
    private final NodeMetrics metrics;
    private final QueueNames names;
    private final Clock clock;
    private final ScheduleListeners scheduleListeners;

    RedisProducerCommands(RedisExecutor executor, RedisExecutor confirmed, NodeMetrics metrics, QueueNames names,
            Clock clock, ScheduleListeners scheduleListeners) {
        this(executor, confirmed, Durability.MEMORY, metrics, names, clock, scheduleListeners);
    }

    private RedisProducerCommands(RedisExecutor executor, RedisExecutor confirmed, Durability durability,
            NodeMetrics metrics, QueueNames names, Clock clock, ScheduleListeners scheduleListeners) {
        this.executor = executor;
        this.confirmed = confirmed;
        this.storing = durability.level() == Durability.Level.MEMORY ? executor
                : Confirmations.of(confirmed, durability);
        this.durability = durability;
        this.metrics = metrics;
        this.names = names;
        this.clock = clock;
        this.scheduleListeners = scheduleListeners;
    }

    /** The same operations for tasks whose durability Redis confirms. */
    ProducerCommands confirmed(Durability wanted) {
        return wanted.level() == Durability.Level.MEMORY ? this
                : new RedisProducerCommands(executor, confirmed, wanted, metrics, names, clock, scheduleListeners);
    }

    @Override
    public Optional<String> refusal() {
        return storing == executor ? Optional.empty() : Confirmations.refusal(storing, confirmed, durability);
    }

    @Override
    public String slowNode(String queue) {
        return storing.slowNode(() -> QueueKeys.of(queue).pending());
    }

    @Override
    public List<StoreResult> store(List<NewTask> tasks) {
        List<StoreResult> results = send(tasks);
        for (int i = 0; i < results.size(); i++) {
            metrics.enqueued(tasks.get(i).message().queue(), results.get(i).kind());
        }
        return results;
    }

    private List<StoreResult> send(List<NewTask> tasks) {
        try {
            names.register(tasks.stream().map(task -> task.message().queue()).toList());
        } catch (BrokerException e) {
            return Collections.nCopies(tasks.size(), new StoreResult.Failed(e));
        }
        StoreResult[] results = new StoreResult[tasks.size()];
        List<StoreBatch> batches = batches(tasks);
        List<Reply> replies = storing.send(batches.stream().map(batch -> batch.toCommand(clock.instant())).toList());
        tasks.forEach(this::notifyListeners);
        List<NewTask> uncertain = new ArrayList<>();
        List<Integer> uncertainPositions = new ArrayList<>();
        for (int b = 0; b < batches.size(); b++) {
            StoreBatch batch = batches.get(b);
            Reply reply = replies.get(b);
            Unconfirmed unconfirmed = reply.value() instanceof Unconfirmed late ? late : null;
            List<StoreResult> stored = reply.error() != null ? null
                    : batch.results(unconfirmed == null ? reply.value() : unconfirmed.value());
            for (int i = 0; i < batch.size(); i++) {
                int position = batch.position(i);
                results[position] = stored == null ? new StoreResult.Failed(reply.error())
                        : confirmed(stored.get(i), unconfirmed);
                if (reply.error() instanceof AmbiguousResultException) {
                    uncertain.add(tasks.get(position));
                    uncertainPositions.add(position);
                }
            }
        }
        List<StoreResult> found = lookUp(uncertain, uncertainPositions, results);
        for (int i = 0; i < found.size(); i++) {
            results[uncertainPositions.get(i)] = found.get(i);
        }
        return List.of(results);
    }

    private void notifyListeners(NewTask task) {
        if (task.placement() instanceof NewTask.Placement.Scheduled scheduled) {
            scheduleListeners.written(task.message().queue(), scheduled.at());
        }
    }

    /** Consecutive tasks of one queue and placement share a batch. */
    private static List<StoreBatch> batches(List<NewTask> tasks) {
        List<StoreBatch> batches = new ArrayList<>();
        Map<String, StoreBatch> open = new HashMap<>();
        for (int i = 0; i < tasks.size(); i++) {
            NewTask task = tasks.get(i);
            StoreBatch batch = open.get(task.message().queue());
            if (batch == null || !batch.accepts(task)) {
                batch = new StoreBatch(task);
                open.put(task.message().queue(), batch);
                batches.add(batch);
            }
            batch.add(task, i);
        }
        return batches;
    }

    static StoreResult result(long code, Unconfirmed unconfirmed) {
        return confirmed(StoreBatch.result(code), unconfirmed);
    }

    private static StoreResult confirmed(StoreResult result, Unconfirmed unconfirmed) {
        if (result instanceof StoreResult.Existing existing && unconfirmed != null) {
            return existing.unconfirmed(unconfirmed.reason());
        }
        return result instanceof StoreResult.Stored && unconfirmed != null
                ? new StoreResult.Unconfirmed(unconfirmed.reason())
                : result;
    }

    /**
     * Resolves ambiguous results by reading the messages stored under the IDs, or the receipts; if neither exists, the
     * result stays ambiguous.
     */
    private List<StoreResult> lookUp(List<NewTask> tasks, List<Integer> positions, StoreResult[] results) {
        List<Reply> replies = executor.send(tasks.stream().map(RedisProducerCommands::trace).toList());
        List<StoreResult> found = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            Reply reply = replies.get(i);
            if (reply.error() != null || reply.value() == null) {
                found.add(results[positions.get(i)]);
            } else if (tasks.get(i).receipt() != null) {
                StoreResult ambiguous = results[positions.get(i)];
                found.add(Replies.number(reply.value()) == 1 ? found(ambiguous) : ambiguous);
            } else if (isSame(tasks.get(i).message(), Replies.bytes(reply.value()))) {
                found.add(found(results[positions.get(i)]));
            } else {
                // a unique task can have been replaced since it was stored
                found.add(tasks.get(i).lockFor() == null ? new StoreResult.IdTaken() : results[positions.get(i)]);
            }
        }
        return found;
    }

    /** Reads what shows that a task was stored: its message, or its receipt. */
    private static RedisCommand trace(NewTask task) {
        QueueKeys keys = QueueKeys.of(task.message().queue());
        return task.receipt() != null ? RedisCommand.command(Command.EXISTS).key(keys.groupReceipt(task.receipt()))
                : RedisCommand.command(Command.HGET).key(keys.task(task.message().id())).arg("msg");
    }

    /** The result for a task that is stored although the reply was lost. A confirmation was lost with the reply. */
    private StoreResult found(StoreResult ambiguous) {
        return storing != executor && ambiguous instanceof StoreResult.Failed failed
                ? new StoreResult.Unconfirmed(failed.error().getMessage())
                : new StoreResult.Stored();
    }

    private static boolean isSame(TaskMessage sent, byte[] stored) {
        try {
            return sent.sameTask(TaskMessage.parse(stored));
        } catch (UndecodableMessageException e) {
            return false;
        }
    }
}

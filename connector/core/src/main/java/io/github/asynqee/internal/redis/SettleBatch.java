package io.github.asynqee.internal.redis;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Lease.Scores;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.feature.SettleHook;
import io.github.asynqee.internal.protocol.AttemptRecord;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;

/** Writes settlements, with one call for all settlements of a queue that use the same script. */
public final class SettleBatch {

    private static final int MAX_TASKS = 128;
    static final long MAX_COUNTER = Long.MAX_VALUE;
    public static final int MAX_ARCHIVE_SIZE = 10_000;

    private final EngineScript script;
    private final QueueKeys keys;
    private final List<Settlement> settlements = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();
    private final List<Scores> sentScores = new ArrayList<>();

    private SettleBatch(EngineScript script, String queue) {
        this.script = script;
        this.keys = QueueKeys.of(queue);
    }

    /**
     * Writes settlements, in one call for each batch. All batches of a portion share a round trip to one Redis node.
     *
     * @param hook adds commands before and after the outcomes of admitted tasks
     * @return one result for each, in the same order
     */
    static List<Settlement.Result> write(List<Settlement> settlements, RedisExecutor executor, Clock clock,
            SettleHook hook) {
        List<Settlement.Result> results = new ArrayList<>();
        Settlement.portions(settlements)
                .forEach(portion -> results.addAll(writePortion(portion, executor, clock, hook)));
        return results;
    }

    /** The settlements of tasks that were leased under a rule. */
    static List<Settlement> admitted(List<Settlement> settlements) {
        return settlements.stream().filter(settlement -> settlement.lease().admitted() != null).toList();
    }

    private static List<Settlement.Result> writePortion(List<Settlement> settlements, RedisExecutor executor,
            Clock clock, SettleHook hook) {
        List<Settlement> admitted = admitted(settlements);
        Map<Settlement, BrokerException> refused = admitted.isEmpty() ? Map.of() : hook.before(admitted);
        if (refused.isEmpty()) {
            return writeOutcomes(settlements, executor, clock, hook);
        }
        Iterator<Settlement.Result> others = writeOutcomes(
                settlements.stream().filter(settlement -> !refused.containsKey(settlement)).toList(), executor, clock,
                hook).iterator();
        return settlements.stream().map(settlement -> refused.containsKey(settlement)
                ? new Settlement.Result.Failed(refused.get(settlement))
                : others.next()).toList();
    }

    private static List<Settlement.Result> writeOutcomes(List<Settlement> settlements, RedisExecutor executor,
            Clock clock, SettleHook hook) {
        Settlement.Result[] results = new Settlement.Result[settlements.size()];
        List<SettleBatch> batches = of(settlements);
        List<Settlement> admitted = admitted(settlements);
        List<RedisCommand> commands = commands(batches, clock.instant());
        if (!admitted.isEmpty()) {
            commands.addAll(hook.after(admitted));
        }
        List<Boolean> maybeBefore = settlements.stream().map(settlement -> settlement.lease().isMaybeSettled())
                .toList();
        settlements.forEach(settlement -> settlement.lease().maybeSettled(true));
        List<Reply> replies = executor.send(commands);
        List<Integer> outrun = new ArrayList<>();
        for (int b = 0; b < batches.size(); b++) {
            SettleBatch batch = batches.get(b);
            Reply reply = replies.get(b);
            for (int i = 0; i < batch.size(); i++) {
                int position = batch.position(i);
                results[position] = result(reply, i);
                if (reply.error() != null && !(reply.error() instanceof AmbiguousResultException)) {
                    settlements.get(position).lease().maybeSettled(maybeBefore.get(position));
                }
                if (results[position] instanceof Settlement.Result.Lost && batch.wasExtendedSince(i)) {
                    outrun.add(position);
                }
            }
        }
        if (!admitted.isEmpty()) {
            hook.finish(admitted, replies.subList(batches.size(), replies.size()));
        }
        if (!outrun.isEmpty()) {
            List<Settlement.Result> again = writeOutcomes(outrun.stream().map(settlements::get).toList(), executor,
                    clock, hook);
            for (int i = 0; i < again.size(); i++) {
                results[outrun.get(i)] = again.get(i);
            }
        }
        return List.of(results);
    }

    private static Settlement.Result result(Reply reply, int index) {
        if (reply.error() != null) {
            return new Settlement.Result.Failed(reply.error());
        }
        return Replies.number(Replies.list(reply.value()).get(index)) == 1 ? new Settlement.Result.Settled()
                : new Settlement.Result.Lost();
    }

    private static List<RedisCommand> commands(List<SettleBatch> batches, Instant now) {
        List<RedisCommand> commands = new ArrayList<>();
        batches.forEach(batch -> commands.add(batch.toCommand(now)));
        return commands;
    }

    /** Groups settlements into batches; within a queue and script the order is preserved. */
    private static List<SettleBatch> of(List<Settlement> settlements) {
        record Destination(String queue, EngineScript script) {}
        List<SettleBatch> batches = new ArrayList<>();
        Map<Destination, SettleBatch> open = new HashMap<>();
        for (int i = 0; i < settlements.size(); i++) {
            Settlement settlement = settlements.get(i);
            String queue = settlement.lease().queue();
            EngineScript script = scriptOf(settlement);
            Destination destination = new Destination(queue, script);
            SettleBatch batch = open.get(destination);
            if (batch == null || batch.size() == MAX_TASKS) {
                batch = new SettleBatch(script, queue);
                open.put(destination, batch);
                batches.add(batch);
            }
            batch.settlements.add(settlement);
            batch.positions.add(i);
        }
        return batches;
    }

    private static EngineScript scriptOf(Settlement settlement) {
        Outcome outcome = settlement.outcome();
        if (outcome instanceof Outcome.Done) {
            Duration retention = settlement.lease().message().retention();
            return retention.isZero() || retention.isNegative() ? EngineScript.DONE : EngineScript.COMPLETE;
        } else if (outcome instanceof Outcome.Revoke) {
            return EngineScript.DONE;
        } else if (outcome instanceof Outcome.Retry) {
            return EngineScript.RETRY;
        } else if (outcome instanceof Outcome.Archive) {
            return EngineScript.ARCHIVE;
        }
        return EngineScript.REQUEUE;
    }

    private int size() {
        return settlements.size();
    }

    /** Position of a settlement in the caller's list. */
    private int position(int index) {
        return positions.get(index);
    }

    /**
     * Whether the lease of a settlement was extended after the command was built: then Redis may have refused the
     * command because of the new score.
     */
    private boolean wasExtendedSince(int index) {
        return !settlements.get(index).lease().scores().equals(sentScores.get(index));
    }

    private RedisCommand toCommand(Instant now) {
        RedisCommand command = RedisCommand.script(script).key(keys.active()).key(keys.lease());
        addSharedKeys(command, now);
        addSharedArguments(command, now);
        settlements.forEach(settlement -> command.key(keys.task(settlement.lease().id())));
        settlements.forEach(settlement -> add(command, settlement, now));
        return command;
    }

    private void addSharedKeys(RedisCommand command, Instant now) {
        switch (script) {
            case DONE -> command.key(keys.processed(now)).key(keys.processed());
            case COMPLETE -> command.key(keys.completed()).key(keys.processed(now)).key(keys.processed());
            case RETRY -> addCounters(command.key(keys.retry()), now);
            case ARCHIVE -> addCounters(command.key(keys.archived()), now);
            default -> command.key(keys.pending());
        }
    }

    private void addCounters(RedisCommand command, Instant now) {
        command.key(keys.processed(now)).key(keys.failed(now)).key(keys.processed()).key(keys.failed());
    }

    private void addSharedArguments(RedisCommand command, Instant now) {
        if (script == EngineScript.REQUEUE) {
            addAttempts(command.arg(UnixTime.nanos(now)));
            return;
        }
        command.arg(UnixTime.seconds(now.plus(UnixTime.KEPT))).arg(MAX_COUNTER);
        if (script == EngineScript.ARCHIVE) {
            command.arg(UnixTime.seconds(now)).arg(UnixTime.seconds(now.minus(UnixTime.KEPT))).arg(MAX_ARCHIVE_SIZE)
                    .arg(keys.taskPrefix()).arg(PrivateFields.RECOVERIES);
        }
        if (script != EngineScript.DONE) {
            addAttempts(command);
        }
    }

    private void addAttempts(RedisCommand command) {
        command.arg(AttemptRecord.FIELD)
                .arg(settlements.stream().mapToInt(settlement -> settlement.attempt().historySize()).max().orElse(0));
    }

    private void add(RedisCommand command, Settlement settlement, Instant now) {
        Lease lease = settlement.lease();
        TaskMessage message = lease.message();
        Scores scores = lease.scores();
        sentScores.add(scores);
        // an expired lease may have any score before 1970, which no worker writes
        command.arg(lease.id()).arg(scores.from() > 0 ? String.valueOf(scores.from()) : "-inf").arg(scores.to())
                .arg(lease.call());
        Outcome outcome = settlement.outcome();
        if (script == EngineScript.DONE || script == EngineScript.COMPLETE) {
            command.arg(lockIndex(command, message));
        }
        if (script == EngineScript.COMPLETE) {
            command.arg(message.completed(now).toBytes()).arg(UnixTime.secondsAfter(now, message.retention()));
        } else if (outcome instanceof Outcome.Retry retry) {
            command.arg(message.failed(retry.error(), now, retry.failure()).toBytes()).arg(UnixTime.seconds(retry.at()))
                    .arg(retry.failure() ? 1 : 0).arg(retry.recovered() ? PrivateFields.RECOVERIES : "");
        } else if (outcome instanceof Outcome.Archive archive) {
            command.arg(message.failed(archive.error(), now, false).toBytes()).arg(archive.unlessAdvanced() ? 1 : 0);
        } else if (outcome instanceof Outcome.Requeue requeue) {
            command.arg(requeue.behindOthers() ? 1 : 0);
        }
        if (script != EngineScript.DONE) {
            command.arg(settlement.attempt().line());
        }
    }

    /**
     * Index of the lock's key, 0 for none. A lock with the prefix of another queue is omitted: in a Cluster it may be
     * in another slot, and the whole call would fail.
     */
    private int lockIndex(RedisCommand command, TaskMessage message) {
        if (!message.uniqueKey().startsWith(keys.prefix())) {
            return 0;
        }
        command.key(message.uniqueKey());
        return command.keyCount();
    }
}

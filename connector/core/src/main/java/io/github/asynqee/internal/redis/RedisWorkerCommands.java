package io.github.asynqee.internal.redis;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.Progress;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Lease.Scores;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.ScheduleListeners;
import io.github.asynqee.internal.broker.SettleResult;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.RedisExecutor.Reply;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/** {@link WorkerCommands} on Redis. */
final class RedisWorkerCommands implements WorkerCommands {

    private static final String RESULT = "result";

    private final RedisExecutor executor;
    private final RedisExecutor leaseExecutor;
    private final Clock clock;
    private final ScheduleListeners scheduleListeners;
    private final RedisDequeue dequeue;

    RedisWorkerCommands(RedisExecutor executor, RedisExecutor leaseExecutor, Clock clock,
            ScheduleListeners scheduleListeners) {
        this.executor = executor;
        this.scheduleListeners = scheduleListeners;
        this.leaseExecutor = leaseExecutor;
        this.clock = clock;
        this.dequeue = new RedisDequeue(executor, clock);
    }

    @Override
    public DequeuedTasks dequeue(String queue, int max) {
        return dequeue.next(queue, max);
    }

    @Override
    public MatchingTasks dequeue(String queue, Demand demand) {
        return dequeue.matching(queue, demand);
    }

    @Override
    public List<SettleResult> write(List<Settlement> settlements) {
        SettleResult[] results = new SettleResult[settlements.size()];
        List<SettleBatch> batches = SettleBatch.of(settlements);
        Instant now = clock.instant();
        List<RedisCommand> commands = batches.stream().map(batch -> batch.toCommand(now)).toList();
        List<Boolean> maybeBefore = settlements.stream().map(settlement -> settlement.lease().isMaybeSettled())
                .toList();
        settlements.forEach(settlement -> settlement.lease().maybeSettled(true));
        List<Reply> replies = executor.send(commands);
        settlements.forEach(this::notifyListeners);
        List<Integer> outrun = new ArrayList<>();
        for (int b = 0; b < batches.size(); b++) {
            SettleBatch batch = batches.get(b);
            Reply reply = replies.get(b);
            for (int i = 0; i < batch.size(); i++) {
                int position = batch.position(i);
                results[position] = reply.error() != null ? new SettleResult.Failed(reply.error())
                        : Replies.number(Replies.list(reply.value()).get(i)) == 1 ? new SettleResult.Settled()
                                : new SettleResult.Lost();
                if (reply.error() != null && !(reply.error() instanceof AmbiguousResultException)) {
                    settlements.get(position).lease().maybeSettled(maybeBefore.get(position));
                }
                if (results[position] instanceof SettleResult.Lost && batch.wasExtendedSince(i)) {
                    outrun.add(position);
                }
            }
        }
        if (!outrun.isEmpty()) {
            List<SettleResult> again = write(outrun.stream().map(settlements::get).toList());
            for (int i = 0; i < again.size(); i++) {
                results[outrun.get(i)] = again.get(i);
            }
        }
        return List.of(results);
    }

    private void notifyListeners(Settlement settlement) {
        if (settlement.outcome() instanceof Outcome.Retry retry) {
            scheduleListeners.written(settlement.lease().queue(), retry.at());
        }
    }

    @Override
    public List<Lease> extend(Collection<Lease> leases) {
        Map<String, List<Lease>> byQueue = new LinkedHashMap<>();
        leases.forEach(lease -> byQueue.computeIfAbsent(lease.queue(), queue -> new ArrayList<>()).add(lease));
        long expiry = UnixTime.seconds(clock.instant().plus(Lease.DURATION));
        List<Lease> lost = new ArrayList<>();
        BrokerException error = null;
        List<RedisCommand> extensions = new ArrayList<>();
        byQueue.forEach((queue, ofQueue) -> extensions.add(extension(queue, ofQueue, expiry)));
        List<Reply> replies = leaseExecutor.send(extensions);
        int next = 0;
        for (List<Lease> ofQueue : byQueue.values()) {
            Reply reply = replies.get(next++);
            if (reply.error() != null) {
                error = reply.error();
                continue;
            }
            List<?> codes = Replies.list(reply.value());
            for (int i = 0; i < ofQueue.size(); i++) {
                if (Replies.number(codes.get(i)) == 1) {
                    ofQueue.get(i).extended(expiry);
                } else {
                    ofQueue.get(i).refused();
                    lost.add(ofQueue.get(i));
                }
            }
        }
        if (error != null && lost.isEmpty()) {
            throw error;
        }
        return lost;
    }

    private static RedisCommand extension(String queue, List<Lease> leases, long expiry) {
        RedisCommand command = RedisCommand.script(EngineScript.EXTEND_LEASE).key(QueueKeys.of(queue).lease())
                .arg(expiry);
        for (Lease lease : leases) {
            Scores scores = lease.scores();
            command.arg(lease.id()).arg(scores.from()).arg(scores.to());
            lease.extending(expiry);
        }
        return command;
    }

    @Override
    public boolean writeResult(Lease lease, byte[] result) {
        return writeField(lease, RESULT, result);
    }

    @Override
    public boolean writeProgress(Lease lease, Progress progress) {
        return writeField(lease, PrivateFields.PROGRESS, PrivateFields.encode(progress));
    }

    private boolean writeField(Lease lease, String field, byte[] value) {
        QueueKeys keys = QueueKeys.of(lease.queue());
        Scores scores = lease.scores();
        boolean written = Replies.number(executor.send(RedisCommand.script(EngineScript.WRITE_FIELD).key(keys.lease())
                .key(keys.task(lease.id())).arg(lease.id()).arg(scores.from()).arg(scores.to())
                .arg(lease.call()).arg(field).arg(value))) == 1;
        boolean outrun = !written && !lease.scores().equals(scores);
        return outrun ? writeField(lease, field, value) : written;
    }

    @Override
    public void publishCancellation(String taskId) {
        if (executor.isProxy()) {
            PolledCancellations.request(executor, clock.instant(), taskId);
            return;
        }
        executor.send(RedisCommand.command(Command.PUBLISH).arg(GlobalKeys.CANCEL).arg(taskId));
    }
}

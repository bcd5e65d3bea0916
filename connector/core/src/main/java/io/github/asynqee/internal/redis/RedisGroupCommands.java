package io.github.asynqee.internal.redis;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.MemberSettlement;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.broker.WaitingGroup;
import io.github.asynqee.internal.broker.watch.ScheduleListeners;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.protocol.GroupRule;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.internal.redis.tracking.TrackedReads;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/** {@link GroupCommands} on Redis. */
final class RedisGroupCommands implements GroupCommands {

    /** Maximum number of groups that one script call reads. */
    private static final int LOOK = 500;
    /** Maximum length of the messages of a staged set, which are in memory together; a larger message is staged alone. */
    private static final int SET_BYTES = 16 << 20;

    /** Maximum number of staged sets that one call examines, and of members after which it ends. */
    private static final int RECLAIMED_SETS = 1_000;
    private static final int RECLAIMED_MEMBERS = 500;

    private final RedisExecutor executor;
    private final NodeMetrics metrics;
    private final TrackedReads reads;
    private final RedisExecutor leaseExecutor;
    private final Clock clock;
    private final ScheduleListeners scheduleListeners;
    private final Supplier<String> newSetId = () -> UUID.randomUUID().toString();

    RedisGroupCommands(RedisExecutor executor, RedisExecutor leaseExecutor, NodeMetrics metrics, TrackedReads reads,
            Clock clock,
            ScheduleListeners scheduleListeners) {
        this.executor = executor;
        this.metrics = metrics;
        this.reads = reads;
        this.leaseExecutor = leaseExecutor;
        this.clock = clock;
        this.scheduleListeners = scheduleListeners;
    }

    @Override
    public Set<String> list(String queue) {
        Set<String> names = new LinkedHashSet<>();
        Replies.list(reads.read(RedisCommand.command(Command.SMEMBERS).key(QueueKeys.of(queue).groups())))
                .forEach(name -> names.add(Replies.text(name)));
        return names;
    }

    @Override
    public List<WaitingGroup> look(String queue, Collection<String> groups) {
        QueueKeys keys = QueueKeys.of(queue);
        List<String> names = List.copyOf(groups);
        List<RedisCommand> looks = new ArrayList<>();
        for (int from = 0; from < names.size(); from += LOOK) {
            RedisCommand look = RedisCommand.script(EngineScript.LOOK_AT_GROUPS);
            names.subList(from, Math.min(from + LOOK, names.size())).forEach(name -> look.key(keys.group(name)));
            looks.add(look);
        }
        List<Object> found = new ArrayList<>();
        executor.send(looks).forEach(reply -> found.addAll(Replies.list(reply.get())));
        List<WaitingGroup> waiting = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            int size = (int) Replies.number(found.get(3 * i));
            if (size > 0) {
                waiting.add(new WaitingGroup(names.get(i), size, UnixTime.ofScore(Replies.text(found.get(3 * i + 1))),
                        UnixTime.ofScore(Replies.text(found.get(3 * i + 2)))));
            }
        }
        return waiting;
    }

    @Override
    public void publish(String queue, Collection<GroupRule> rules) {
        String key = QueueKeys.of(queue).groupRules();
        RedisCommand write = RedisCommand.command(Command.HSET).key(key);
        rules.forEach(rule -> write.arg(rule.prefix()).arg(rule.toText(clock.instant())));
        executor.send(List.of(write,
                RedisCommand.command(Command.EXPIRE).key(key).arg(GroupRule.LIFE.getSeconds()))).forEach(Reply::get);
    }

    @Override
    public Optional<String> stage(String queue, String group, GroupLimits limits) {
        QueueKeys keys = QueueKeys.of(queue);
        Instant now = clock.instant();
        String setKey = keys.aggregationSet(group, newSetId.get());
        Reply reply = executor
                .send(List.of(RedisCommand.script(EngineScript.STAGE_GROUP).key(keys.group(group)).key(setKey)
                        .key(keys.aggregationSets()).key(keys.groups()).arg(limits.maxSize())
                        .arg(limits.maxDelay().getSeconds()).arg(limits.gracePeriod().getSeconds())
                        .arg(UnixTime.seconds(now.plus(AGGREGATION_TIMEOUT))).arg(UnixTime.seconds(now)).arg(group)
                        .arg(limits.largestSet()).arg(SET_BYTES).arg(keys.taskPrefix())))
                .get(0);
        boolean staged = reply.error() instanceof AmbiguousResultException ? isStaged(keys, setKey)
                : Replies.number(reply.get()) == 1;
        return staged ? Optional.of(setKey) : Optional.empty();
    }

    private boolean isStaged(QueueKeys keys, String setKey) {
        return executor.send(RedisCommand.command(Command.ZSCORE).key(keys.aggregationSets()).arg(setKey)) != null;
    }

    @Override
    public AggregationSet read(String queue, String setKey) {
        QueueKeys keys = QueueKeys.of(queue);
        List<AggregationSet.Member> members = new ArrayList<>();
        List<AggregationSet.Unusable> unusable = new ArrayList<>();
        List<String> vanished = new ArrayList<>();
        Instant deadline;
        long passed = 0;
        do {
            List<?> reply = Replies
                    .list(executor.send(RedisCommand.script(EngineScript.READ_AGGREGATION_SET).key(setKey)
                            .key(keys.aggregationSets()).arg(keys.taskPrefix()).arg(PrivateFields.RECOVERIES)
                            .arg(PrivateFields.FIRST_SET).arg(passed)));
            deadline = reply.get(0) == null ? null : UnixTime.ofScore(Replies.text(reply.get(0)));
            passed = Replies.number(reply.get(1));
            for (int i = 2; i < reply.size(); i += 5) {
                String id = Replies.text(reply.get(i));
                byte[] bytes = Replies.bytes(reply.get(i + 2));
                if (bytes == null) {
                    vanished.add(id);
                    continue;
                }
                try {
                    Instant joinedAt = UnixTime.ofScore(Replies.text(reply.get(i + 1)));
                    members.add(new AggregationSet.Member(TaskMessage.parse(queue, id, bytes), joinedAt,
                            PrivateFields.recoveries(Replies.bytes(reply.get(i + 3))), Replies.text(reply.get(i + 4))));
                } catch (UndecodableMessageException e) {
                    unusable.add(new AggregationSet.Unusable(TaskMessage.quarantine(queue, id, bytes),
                            "asynq: cannot be decoded: " + e.getMessage()));
                }
            }
        } while (passed > 0);
        String group = setKey.substring(keys.groupPrefix().length(), setKey.lastIndexOf(':'));
        return new AggregationSet(queue, group, setKey, members, unusable, vanished, deadline);
    }

    @Override
    public Set<String> extend(String queue, Collection<String> setKeys) {
        List<String> sets = List.copyOf(setKeys);
        RedisCommand command = RedisCommand.script(EngineScript.EXTEND_AGGREGATION_SETS)
                .key(QueueKeys.of(queue).aggregationSets())
                .arg(UnixTime.seconds(clock.instant().plus(AGGREGATION_TIMEOUT)));
        sets.forEach(command::arg);
        List<?> reply = Replies.list(leaseExecutor.send(command));
        Set<String> lost = new HashSet<>();
        for (int i = 0; i < sets.size(); i++) {
            if (Replies.number(reply.get(i)) == 0) {
                lost.add(sets.get(i));
            }
        }
        return lost;
    }

    @Override
    public Optional<List<Boolean>> write(AggregationSet set, List<MemberSettlement> settlements) {
        Object reply = executor.send(SettleMembers.command(set, settlements, clock.instant()));
        settlements.stream().map(MemberSettlement::outcome).forEach(outcome -> {
            if (outcome instanceof Outcome.Retry retry) {
                scheduleListeners.written(set.queue(), retry.at());
            }
        });
        return reply == null ? Optional.empty()
                : Optional.of(Replies.list(reply).stream().map(code -> Replies.number(code) == 1).toList());
    }

    @Override
    public Optional<StoreResult> complete(AggregationSet set, NewTask aggregate) {
        long code = Replies.number(executor.send(CompleteAggregation.command(set, aggregate, clock.instant())));
        if (aggregate.placement() instanceof Placement.Scheduled scheduled) {
            scheduleListeners.written(set.queue(), scheduled.at());
        }
        if (code == CompleteAggregation.SET_IS_GONE) {
            return Optional.empty();
        }
        StoreResult result = StoreBatch.result(code);
        metrics.enqueued(set.queue(), result.kind());
        return Optional.of(result);
    }

    @Override
    public int reclaimStale(String queue) {
        int all = 0;
        int reclaimed;
        do {
            reclaimed = reclaimSome(queue);
            all += reclaimed;
        } while (reclaimed > 0);
        return all;
    }

    private int reclaimSome(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        if (!EarliestScore.isDue(reads, keys.aggregationSets(), clock.instant())) {
            return 0;
        }
        List<?> reply = Replies.list(executor.send(RedisCommand.script(EngineScript.RECLAIM_AGGREGATION_SETS)
                .key(keys.aggregationSets()).key(keys.groups()).arg(UnixTime.seconds(clock.instant()))
                .arg(keys.groupPrefix()).arg(keys.taskPrefix()).arg(PrivateFields.RECOVERIES).arg(RECLAIMED_SETS)
                .arg(RECLAIMED_MEMBERS)));
        int reclaimed = (int) Replies.number(reply.get(0));
        if (reply.size() > 1 && reclaimed == 0) {
            throw new BrokerException("WRONGTYPE: these staged sets or the keys of their groups are not sorted sets: "
                    + reply.stream().skip(1).map(Replies::text).toList(), null);
        }
        return reclaimed;
    }
}

package io.github.asynqee.broker;

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

import io.github.asynqee.broker.NewTask.Placement;
import io.github.asynqee.broker.RedisCalls.Reply;
import io.github.asynqee.protocol.PrivateFields;
import io.github.asynqee.protocol.QueueKeys;
import redis.clients.jedis.Protocol.Command;

/** {@link Groups} on Redis. */
final class RedisGroups implements Groups {

    /** So many groups are looked at by one call. */
    private static final int LOOK = 500;

    private final RedisCalls calls;
    private final TrackedReads reads;
    private final RedisCalls leaseCalls;
    private final Clock clock;
    private final DueTimes dueTimes;
    private final Supplier<String> newSetId = () -> UUID.randomUUID().toString();

    RedisGroups(RedisCalls calls, RedisCalls leaseCalls, TrackedReads reads, Clock clock, DueTimes dueTimes) {
        this.calls = calls;
        this.reads = reads;
        this.leaseCalls = leaseCalls;
        this.clock = clock;
        this.dueTimes = dueTimes;
    }

    @Override
    public Set<String> list(String queue) {
        Set<String> names = new LinkedHashSet<>();
        Replies.list(reads.read(RedisCall.command(Command.SMEMBERS).key(QueueKeys.of(queue).groups())))
                .forEach(name -> names.add(Replies.text(name)));
        return names;
    }

    @Override
    public List<WaitingGroup> look(String queue, Collection<String> groups) {
        QueueKeys keys = QueueKeys.of(queue);
        List<String> names = List.copyOf(groups);
        List<RedisCall> looks = new ArrayList<>();
        for (int from = 0; from < names.size(); from += LOOK) {
            RedisCall look = RedisCall.script(Script.LOOK_AT_GROUPS);
            names.subList(from, Math.min(from + LOOK, names.size())).forEach(name -> look.key(keys.group(name)));
            looks.add(look);
        }
        List<Object> found = new ArrayList<>();
        calls.send(looks).forEach(reply -> found.addAll(Replies.list(reply.get())));
        List<WaitingGroup> waiting = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            int size = (int) Replies.number(found.get(3 * i));
            if (size > 0) {
                waiting.add(new WaitingGroup(names.get(i), size, Times.ofScore(Replies.text(found.get(3 * i + 1))),
                        Times.ofScore(Replies.text(found.get(3 * i + 2)))));
            }
        }
        return waiting;
    }

    @Override
    public Optional<String> stage(String queue, String group, GroupLimits limits) {
        QueueKeys keys = QueueKeys.of(queue);
        Instant now = clock.instant();
        String setKey = keys.aggregationSet(group, newSetId.get());
        Reply reply = calls.send(List.of(RedisCall.script(Script.STAGE_GROUP).key(keys.group(group)).key(setKey)
                .key(keys.aggregationSets()).key(keys.groups()).arg(limits.maxSize())
                .arg(limits.maxDelay().getSeconds()).arg(limits.gracePeriod().getSeconds())
                .arg(Times.seconds(now.plus(AGGREGATION_TIMEOUT))).arg(Times.seconds(now)).arg(group))).get(0);
        boolean staged = reply.error() instanceof UnknownOutcomeException ? isStaged(keys, setKey)
                : Replies.number(reply.get()) == 1;
        return staged ? Optional.of(setKey) : Optional.empty();
    }

    private boolean isStaged(QueueKeys keys, String setKey) {
        return calls.send(RedisCall.command(Command.ZSCORE).key(keys.aggregationSets()).arg(setKey)) != null;
    }

    @Override
    public AggregationSet read(String queue, String setKey) {
        QueueKeys keys = QueueKeys.of(queue);
        List<?> reply = Replies.list(calls.send(RedisCall.script(Script.READ_AGGREGATION_SET).key(setKey)
                .key(keys.aggregationSets()).arg(keys.taskPrefix()).arg(PrivateFields.RECOVERIES)));
        List<AggregationSet.Member> members = new ArrayList<>();
        List<AggregationSet.Unusable> unusable = new ArrayList<>();
        List<String> vanished = new ArrayList<>();
        for (int i = 1; i < reply.size(); i += 4) {
            String id = Replies.text(reply.get(i));
            byte[] bytes = Replies.bytes(reply.get(i + 2));
            if (bytes == null) {
                vanished.add(id);
                continue;
            }
            StoredMessage stored = StoredMessage.read(queue, id, bytes);
            if (stored.isUsable()) {
                Instant joinedAt = Times.ofScore(Replies.text(reply.get(i + 1)));
                members.add(new AggregationSet.Member(stored.message(), joinedAt,
                        PrivateFields.recoveries(Replies.bytes(reply.get(i + 3)))));
            } else {
                unusable.add(new AggregationSet.Unusable(stored.message(), stored.problem()));
            }
        }
        Instant deadline = reply.get(0) == null ? null : Times.ofScore(Replies.text(reply.get(0)));
        String group = setKey.substring(keys.groupPrefix().length(), setKey.lastIndexOf(':'));
        return new AggregationSet(queue, group, setKey, members, unusable, vanished, deadline);
    }

    @Override
    public Set<String> extend(String queue, Collection<String> setKeys) {
        List<String> sets = List.copyOf(setKeys);
        RedisCall call = RedisCall.script(Script.EXTEND_AGGREGATION_SETS).key(QueueKeys.of(queue).aggregationSets())
                .arg(Times.seconds(clock.instant().plus(AGGREGATION_TIMEOUT)));
        sets.forEach(call::arg);
        List<?> reply = Replies.list(leaseCalls.send(call));
        Set<String> lost = new HashSet<>();
        for (int i = 0; i < sets.size(); i++) {
            if (Replies.number(reply.get(i)) == 0) {
                lost.add(sets.get(i));
            }
        }
        return lost;
    }

    @Override
    public Optional<List<Boolean>> settle(AggregationSet set, List<MemberSettlement> settlements) {
        Object reply = calls.send(SettleMembers.call(set, settlements, clock.instant()));
        settlements.stream().map(MemberSettlement::outcome).forEach(outcome -> {
            if (outcome instanceof Outcome.Retry retry) {
                dueTimes.written(set.queue(), retry.at());
            }
        });
        return reply == null ? Optional.empty()
                : Optional.of(Replies.list(reply).stream().map(code -> Replies.number(code) == 1).toList());
    }

    @Override
    public void delete(String queue, String setKey) {
        QueueKeys keys = QueueKeys.of(queue);
        calls.send(RedisCall.script(Script.DELETE_AGGREGATION_SET).key(setKey).key(keys.aggregationSets())
                .arg(keys.taskPrefix()));
    }

    @Override
    public Optional<StoreResult> complete(AggregationSet set, NewTask aggregate) {
        long code = Replies.number(calls.send(CompleteAggregation.call(set, aggregate, clock.instant())));
        if (aggregate.placement() instanceof Placement.Scheduled scheduled) {
            dueTimes.written(set.queue(), scheduled.at());
        }
        return code == CompleteAggregation.SET_IS_GONE ? Optional.empty() : Optional.of(RedisProducing.result(code));
    }

    @Override
    public int reclaimStale(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        if (!EarliestScore.isDue(reads, keys.aggregationSets(), clock.instant())) {
            return 0;
        }
        return (int) Replies.number(calls.send(RedisCall.script(Script.RECLAIM_AGGREGATION_SETS)
                .key(keys.aggregationSets()).key(keys.groups()).arg(Times.seconds(clock.instant()))
                .arg(keys.groupPrefix()).arg(keys.taskPrefix()).arg(PrivateFields.RECOVERIES)));
    }
}

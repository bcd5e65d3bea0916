package io.github.asynqee.broker;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

import io.github.asynqee.broker.NewTask.Placement;
import io.github.asynqee.protocol.QueueKeys;
import io.github.asynqee.protocol.TaskMessage;
import redis.clients.jedis.Protocol.Command;

/** {@link Groups} on Redis. */
final class RedisGroups implements Groups {

    private static final long SET_IS_GONE = -2;

    private final RedisCalls calls;
    private final Clock clock;
    private final Supplier<String> newSetId;

    RedisGroups(RedisCalls calls, Clock clock) {
        this(calls, clock, () -> UUID.randomUUID().toString());
    }

    RedisGroups(RedisCalls calls, Clock clock, Supplier<String> newSetId) {
        this.calls = calls;
        this.clock = clock;
        this.newSetId = newSetId;
    }

    @Override
    public Set<String> list(String queue) {
        Set<String> names = new LinkedHashSet<>();
        Replies.list(calls.send(RedisCall.command(Command.SMEMBERS).key(QueueKeys.of(queue).groups())))
                .forEach(name -> names.add(Replies.text(name)));
        return names;
    }

    @Override
    public Optional<String> stage(String queue, String group, GroupLimits limits) {
        QueueKeys keys = QueueKeys.of(queue);
        Instant now = clock.instant();
        String setKey = keys.aggregationSet(group, newSetId.get());
        long staged = Replies.number(calls.send(RedisCall.script(Script.STAGE_GROUP).key(keys.group(group)).key(setKey)
                .key(keys.aggregationSets()).key(keys.groups()).arg(limits.maxSize())
                .arg(limits.maxDelay().getSeconds()).arg(limits.gracePeriod().getSeconds())
                .arg(Times.seconds(now.plus(AGGREGATION_TIMEOUT))).arg(Times.seconds(now)).arg(group)));
        return staged == 1 ? Optional.of(setKey) : Optional.empty();
    }

    @Override
    public AggregationSet read(String queue, String setKey) {
        QueueKeys keys = QueueKeys.of(queue);
        List<?> reply = Replies.list(calls.send(RedisCall.script(Script.READ_AGGREGATION_SET).key(setKey)
                .key(keys.aggregationSets()).arg(keys.taskPrefix())));
        List<TaskMessage> messages = new ArrayList<>();
        List<String> unusable = new ArrayList<>();
        for (int i = 1; i < reply.size(); i += 2) {
            String id = Replies.text(reply.get(i));
            byte[] bytes = Replies.bytes(reply.get(i + 1));
            StoredMessage stored = bytes == null ? null : StoredMessage.read(queue, id, bytes);
            if (stored != null && stored.isUsable()) {
                messages.add(stored.message());
            } else {
                unusable.add(id);
            }
        }
        Object deadline = reply.get(0);
        return new AggregationSet(messages,
                deadline == null ? null : Instant.ofEpochSecond((long) Double.parseDouble(Replies.text(deadline))),
                unusable);
    }

    @Override
    public void delete(String queue, String setKey) {
        QueueKeys keys = QueueKeys.of(queue);
        calls.send(RedisCall.script(Script.DELETE_AGGREGATION_SET).key(setKey).key(keys.aggregationSets())
                .arg(keys.taskPrefix()));
    }

    @Override
    public Optional<StoreResult> complete(String setKey, NewTask aggregate) {
        TaskMessage message = aggregate.message();
        QueueKeys keys = QueueKeys.of(message.queue());
        Instant now = clock.instant();
        RedisCall call = RedisCall.script(Script.COMPLETE_AGGREGATION).key(setKey).key(keys.aggregationSets())
                .key(keys.task(message.id()));
        String state;
        long when;
        if (aggregate.placement() instanceof Placement.Scheduled scheduled) {
            call.key(keys.scheduled());
            state = "scheduled";
            when = Times.seconds(scheduled.at());
        } else if (aggregate.placement() instanceof Placement.InGroup) {
            call.key(keys.group(message.group()));
            state = "aggregating";
            when = Times.seconds(now);
        } else {
            call.key(keys.pending());
            state = "pending";
            when = Times.nanos(now);
        }
        call.key(keys.groups());
        if (aggregate.lockFor() != null) {
            call.key(message.uniqueKey());
        }
        long code = Replies.number(calls.send(call.arg(state).arg(message.id()).arg(message.toBytes()).arg(when)
                .arg(message.group())
                .arg(aggregate.lockFor() == null ? 0 : Math.max(aggregate.lockFor().getSeconds(), 1))
                .arg(keys.taskPrefix())));
        return code == SET_IS_GONE ? Optional.empty() : Optional.of(RedisProducing.result(code));
    }

    @Override
    public int reclaimStale(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        return (int) Replies.number(calls.send(RedisCall.script(Script.RECLAIM_AGGREGATION_SETS)
                .key(keys.aggregationSets()).key(keys.groups()).arg(Times.seconds(clock.instant()))
                .arg(keys.groupPrefix())));
    }
}

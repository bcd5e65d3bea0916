package io.github.asynqee.broker;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.broker.RedisCalls.Reply;
import io.github.asynqee.protocol.GlobalKeys;
import io.github.asynqee.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.protocol.SchedulerEntry;
import redis.clients.jedis.Protocol.Command;

/** {@link SchedulerRegistry} on Redis. */
final class RedisSchedulerRegistry implements SchedulerRegistry {

    private static final int MAX_EVENTS = 1_000;

    private final RedisCalls calls;
    private final LiveMembers members;

    RedisSchedulerRegistry(RedisCalls calls, Clock clock) {
        this.calls = calls;
        this.members = new LiveMembers(calls, clock);
    }

    @Override
    public void write(String schedulerId, List<SchedulerEntry> entries, Duration life) {
        String key = GlobalKeys.schedulerEntries(schedulerId);
        List<RedisCall> all = new ArrayList<>(members.announce(GlobalKeys.SCHEDULERS, key, life));
        RedisCall list = RedisCall.script(Script.WRITE_SCHEDULER_ENTRIES).key(key).arg(life.getSeconds());
        entries.forEach(entry -> list.arg(entry.toBytes()));
        all.add(list);
        calls.send(all).forEach(Reply::get);
    }

    @Override
    public void clear(String schedulerId) {
        String key = GlobalKeys.schedulerEntries(schedulerId);
        calls.send(List.of(LiveMembers.withdraw(GlobalKeys.SCHEDULERS, key), RedisCall.command(Command.DEL).key(key)))
                .forEach(Reply::get);
    }

    @Override
    public List<SchedulerEntry> entries() {
        List<RedisCall> reads = members.alive(GlobalKeys.SCHEDULERS).stream()
                .map(key -> RedisCall.command(Command.LRANGE).key(key).arg(0).arg(-1)).toList();
        List<SchedulerEntry> entries = new ArrayList<>();
        for (Reply reply : calls.send(reads)) {
            Replies.list(reply.get()).forEach(value -> LiveMembers.decode(value, SchedulerEntry::parse, entries));
        }
        return entries;
    }

    @Override
    public void record(String entryId, SchedulerEnqueueEvent event) {
        calls.send(RedisCall.script(Script.RECORD_ENQUEUE_EVENT).key(GlobalKeys.schedulerHistory(entryId))
                .arg(Times.seconds(event.enqueuedAt())).arg(event.toBytes()).arg(MAX_EVENTS)
                .arg(Times.KEPT.getSeconds()));
    }

    @Override
    public List<SchedulerEnqueueEvent> history(String entryId, int page, int size) {
        if (page < 1 || size < 1) {
            throw new IllegalArgumentException("page and size must be at least 1: " + page + ", " + size);
        }
        long first = (long) size * (page - 1);
        Object reply = calls.send(RedisCall.command(Command.ZREVRANGE).key(GlobalKeys.schedulerHistory(entryId))
                .arg(first).arg(first + size - 1));
        List<SchedulerEnqueueEvent> events = new ArrayList<>();
        Replies.list(reply).forEach(value -> LiveMembers.decode(value, SchedulerEnqueueEvent::parse, events));
        return events;
    }

    @Override
    public void clearHistory(String entryId) {
        calls.send(RedisCall.command(Command.DEL).key(GlobalKeys.schedulerHistory(entryId)));
    }
}

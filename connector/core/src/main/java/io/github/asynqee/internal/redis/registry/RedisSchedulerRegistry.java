package io.github.asynqee.internal.redis.registry;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.internal.broker.registry.SchedulerRegistry;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.script.EngineScript;
import redis.clients.jedis.Protocol.Command;

/** {@link SchedulerRegistry} on Redis. */
public final class RedisSchedulerRegistry implements SchedulerRegistry {

    private static final int MAX_EVENTS = 1_000;

    private final RedisExecutor executor;
    private final ExpiringIndex members;

    public RedisSchedulerRegistry(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.members = new ExpiringIndex(executor, clock);
    }

    @Override
    public void write(String schedulerId, List<SchedulerEntry> entries, Duration life) {
        String key = GlobalKeys.schedulerEntries(schedulerId);
        List<RedisCommand> commands = new ArrayList<>(members.announce(GlobalKeys.SCHEDULERS, key, life));
        RedisCommand writeEntries = RedisCommand.script(EngineScript.WRITE_SCHEDULER_ENTRIES).key(key)
                .arg(life.getSeconds());
        entries.forEach(entry -> writeEntries.arg(entry.toBytes()));
        commands.add(writeEntries);
        executor.send(commands).forEach(Reply::get);
    }

    @Override
    public void clear(String schedulerId) {
        String key = GlobalKeys.schedulerEntries(schedulerId);
        executor.send(
                List.of(ExpiringIndex.withdraw(GlobalKeys.SCHEDULERS, key), RedisCommand.command(Command.DEL).key(key)))
                .forEach(Reply::get);
    }

    @Override
    public List<Published> published() {
        List<String> keys = members.alive(GlobalKeys.SCHEDULERS);
        List<Reply> lists = executor
                .send(keys.stream().map(key -> RedisCommand.command(Command.LRANGE).key(key).arg(0).arg(-1)).toList());
        List<Published> published = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            String schedulerId = GlobalKeys.schedulerId(keys.get(i));
            List<SchedulerEntry> entries = new ArrayList<>();
            Replies.list(ExpiringIndex.valueOf(lists.get(i)))
                    .forEach(value -> ExpiringIndex.decode(value, SchedulerEntry::parse, entries));
            entries.forEach(entry -> published.add(new Published(schedulerId, entry)));
        }
        return published;
    }

    @Override
    public void record(String entryId, SchedulerEnqueueEvent event) {
        executor.send(RedisCommand.script(EngineScript.RECORD_ENQUEUE_EVENT).key(GlobalKeys.schedulerHistory(entryId))
                .arg(UnixTime.seconds(event.enqueuedAt())).arg(event.toBytes()).arg(MAX_EVENTS)
                .arg(UnixTime.KEPT.getSeconds()));
    }

    @Override
    public List<SchedulerEnqueueEvent> history(String entryId, int page, int size) {
        if (page < 1 || size < 1) {
            throw new IllegalArgumentException("page and size must be at least 1: " + page + ", " + size);
        }
        long first = (long) size * (page - 1);
        Object reply = executor.send(RedisCommand.command(Command.ZREVRANGE).key(GlobalKeys.schedulerHistory(entryId))
                .arg(first).arg(first + size - 1));
        List<SchedulerEnqueueEvent> events = new ArrayList<>();
        Replies.list(reply).forEach(value -> ExpiringIndex.decode(value, SchedulerEnqueueEvent::parse, events));
        return events;
    }
}

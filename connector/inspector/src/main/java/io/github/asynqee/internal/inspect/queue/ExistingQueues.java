package io.github.asynqee.internal.inspect.queue;

import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;

import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import redis.clients.jedis.Protocol.Command;

/** The existing queues, as registered by producers. */
public final class ExistingQueues {

    private final RedisExecutor executor;

    public ExistingQueues(RedisExecutor executor) {
        this.executor = executor;
    }

    /** Returns the names, without invalid names, for which all operations would fail. */
    public List<String> names() {
        return SetMembers.read(executor, GlobalKeys.QUEUES).stream().filter(QueueName::isUsable).toList();
    }

    /** Returns the keys of the queues that exist. */
    List<QueueKeys> existing(Collection<String> wanted) {
        List<String> names = List.copyOf(wanted);
        List<Reply> found = executor.send(names.stream().map(ExistingQueues::asking).toList());
        return IntStream.range(0, names.size()).filter(i -> Replies.number(found.get(i).get()) == 1)
                .mapToObj(i -> QueueKeys.of(names.get(i))).toList();
    }

    private static RedisCommand asking(String queue) {
        return RedisCommand.command(Command.SISMEMBER).key(GlobalKeys.QUEUES).arg(queue);
    }

    public void register(String queue) {
        executor.send(RedisCommand.command(Command.SADD).key(GlobalKeys.QUEUES).arg(queue));
    }

    public void forget(String queue) {
        executor.send(RedisCommand.command(Command.SREM).key(GlobalKeys.QUEUES).arg(queue));
    }
}

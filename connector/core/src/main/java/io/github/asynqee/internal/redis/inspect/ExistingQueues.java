package io.github.asynqee.internal.redis.inspect;

import java.util.List;
import java.util.TreeSet;

import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/** The queues that exist: those that a producer has registered. */
final class ExistingQueues {

    private final RedisExecutor executor;

    ExistingQueues(RedisExecutor executor) {
        this.executor = executor;
    }

    List<String> names() {
        TreeSet<String> names = new TreeSet<>();
        Replies.list(executor.send(RedisCommand.command(Command.SMEMBERS).key(GlobalKeys.QUEUES)))
                .forEach(name -> names.add(Replies.text(name)));
        return List.copyOf(names);
    }

    /** The keys of a queue that exists. */
    QueueKeys require(String queue) {
        QueueName.require(queue);
        long found = Replies.number(
                executor.send(RedisCommand.command(Command.SISMEMBER).key(GlobalKeys.QUEUES).arg(queue)));
        if (found == 0) {
            throw new QueueNotFoundException("there is no queue \"" + queue + "\"");
        }
        return QueueKeys.of(queue);
    }

    void forget(String queue) {
        executor.send(RedisCommand.command(Command.SREM).key(GlobalKeys.QUEUES).arg(queue));
    }
}

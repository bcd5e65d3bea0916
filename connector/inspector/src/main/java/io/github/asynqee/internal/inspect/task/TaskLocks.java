package io.github.asynqee.internal.inspect.task;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.asynqee.inspect.Tasks.UniqueLock;
import io.github.asynqee.internal.inspect.script.InspectorScript;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/** The unique locks of single tasks. */
public final class TaskLocks {

    private final RedisExecutor executor;

    public TaskLocks(RedisExecutor executor) {
        this.executor = executor;
    }

    /** Releases the lock; returns whether the task held it. */
    boolean release(QueueKeys keys, String id) {
        RedisCommand release = RedisCommand.script(InspectorScript.RELEASE_LOCK);
        locks(keys, id).forEach(release::key);
        return release.keyCount() > 0 && Replies.number(executor.send(release.arg(id))) > 0;
    }

    /** Returns the lock held by the task, or else the first lock that it may have held. */
    public Optional<UniqueLock> lock(QueueKeys keys, String id) {
        List<UniqueLock> locks = locks(keys, id).stream().map(key -> new UniqueLock(key, isHeld(key, id))).toList();
        return locks.stream().filter(UniqueLock::held).findFirst().or(() -> locks.stream().findFirst());
    }

    private boolean isHeld(String key, String id) {
        try {
            return id.equals(Replies.text(executor.send(RedisCommand.command(Command.GET).key(key))));
        } catch (BrokerUnavailableException | AmbiguousResultException e) {
            throw e;
        } catch (BrokerException e) {
            // a key of another type
            return false;
        }
    }

    /** Returns the keys of the locks that a task may hold. */
    private List<String> locks(QueueKeys keys, String id) {
        List<?> fields = Replies.list(executor.send(RedisCommand.command(Command.HMGET).key(keys.task(id))
                .arg("unique_key").arg("msg").arg("state")));
        if (fields.stream().allMatch(Objects::isNull)) {
            throw TaskReads.notFound(keys, id);
        }
        return Stream.of(Replies.text(fields.get(0)), uniqueKey(Replies.bytes(fields.get(1)))).distinct()
                // ignore keys of other queues, which would be in another hash slot
                .filter(key -> key != null && key.startsWith(keys.prefix())).toList();
    }

    private static @Nullable String uniqueKey(byte[] message) {
        try {
            return message == null ? null : TaskMessage.parse(message).uniqueKey();
        } catch (UndecodableMessageException e) {
            return null;
        }
    }
}

package io.github.asynqee.internal.feature.call;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.github.asynqee.TaskState;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.tracking.TrackedReads;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/**
 * {@link TaskWatch} with separate {@link TrackedReads}: a busy worker suspends the notifications of its queues, but
 * callers always need them. Only the small field with the state is tracked and cached.
 */
public final class RedisTaskWatch implements TaskWatch {

    private final RedisExecutor executor;
    private final TrackedReads reads;

    public RedisTaskWatch(RedisConnections connections, RedisExecutor executor) {
        this.executor = executor;
        this.reads = new TrackedReads(connections, executor);
    }

    @Override
    public void start(ThreadFactory threads, Consumer<String> onChange) {
        reads.addListener(onChange);
        if (!executor.isProxy()) {
            reads.start(threads);
        }
    }

    @Override
    public String key(Watched task) {
        return QueueKeys.of(task.queue()).task(task.id());
    }

    @Override
    public List<TaskLook> look(List<Watched> tasks) {
        return reads.read(tasks.stream().map(task -> RedisCommand.command(Command.HGET).key(key(task)).arg("state"))
                .toList()).stream().map(RedisTaskWatch::look).toList();
    }

    private static TaskLook look(Reply reply) {
        if (reply.error() != null) {
            return new TaskLook(null, reply.error());
        }
        String state = Replies.text(reply.value());
        if (state == null) {
            return new TaskLook(null, null);
        }
        return Arrays.stream(TaskState.values()).filter(known -> known.wireName().equals(state)).findFirst()
                .map(known -> new TaskLook(known, null))
                .orElseGet(() -> new TaskLook(null, new BrokerException("unknown state \"" + state + "\"", null)));
    }

    @Override
    public boolean isNotified(Watched task) {
        return reads.isTracked(key(task));
    }

    @Override
    public List<TaskEnd> read(List<Watched> tasks) {
        List<Reply> replies = executor.send(tasks.stream()
                .map(task -> RedisCommand.command(Command.HMGET).key(key(task)).arg("msg").arg("result")).toList());
        return IntStream.range(0, tasks.size()).mapToObj(i -> end(tasks.get(i), replies.get(i))).toList();
    }

    private static TaskEnd end(Watched task, Reply reply) {
        if (reply.error() != null) {
            return new TaskEnd(null, null, reply.error());
        }
        List<?> fields = Replies.list(reply.value());
        byte[] message = Replies.bytes(fields.get(0));
        return message != null && new String(message, ISO_8859_1).contains(task.mark())
                ? new TaskEnd(message, Replies.bytes(fields.get(1)), null)
                : new TaskEnd(null, null, null);
    }

    @Override
    public List<Boolean> withdraw(List<Watched> tasks) {
        List<Reply> replies = executor.send(tasks.stream().map(task -> {
            QueueKeys keys = QueueKeys.of(task.queue());
            return RedisCommand.script(CallScript.WITHDRAW_TASK).key(keys.task(task.id())).key(keys.pending())
                    .key(keys.scheduled()).key(keys.retry()).key(keys.completed()).arg(task.id()).arg(task.mark());
        }).toList());
        return IntStream.range(0, tasks.size())
                .mapToObj(i -> replies.get(i).error() == null && Replies.number(replies.get(i).value()) == 1)
                .toList();
    }

    @Override
    public void forget(Watched task) {
        reads.forget(key(task));
    }

    @Override
    public void close(StopTime time) {
        reads.close(time);
    }
}

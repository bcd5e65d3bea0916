package io.github.asynqee.internal.inspect.waiting;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.inspect.queue.QueueReads;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.queue.Words;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import redis.clients.jedis.Protocol.Command;

/** Finds reasons that prevent all tasks of a queue from starting. */
final class Blockers {

    /** Maximum number of queues with a higher priority to read. */
    private static final int MAX_QUEUES = 100;

    private final RedisExecutor executor;
    private final QueueResolver queues;
    private final QueueKeys keys;
    private final Consumers consumers;
    private final Instant now;

    Blockers(RedisExecutor executor, QueueResolver queues, QueueKeys keys, List<ServerDetails> servers, Instant now) {
        this.executor = executor;
        this.queues = queues;
        this.keys = keys;
        this.consumers = new Consumers(keys.queue(), servers, now);
        this.now = now;
    }

    Consumers consumers() {
        return consumers;
    }

    /** Returns the reasons that stop the whole queue until a user ends them. */
    List<Waiting> ofQueue() {
        List<Reply> replies = executor.send(List.of(RedisCommand.command(Command.GET).key(keys.paused()),
                RefusedWrites.reading(keys.paused())));
        return Stream.of(paused(Replies.text(replies.get(0).get())), RefusedWrites.of(replies.get(1)),
                consumers.missing()).flatMap(Optional::stream).toList();
    }

    private Optional<Waiting> paused(String value) {
        if (value == null) {
            return Optional.empty();
        }
        Instant since = QueueReads.pausedSince(value);
        return Optional.of(Consumers.waiting(Reason.PAUSED,
                since == null ? "the queue is paused" : "the queue has been paused for " + Words.between(since, now),
                "resume the queue when its tasks may run", since));
    }

    /** Returns why servers do not take a pending task now. */
    List<Waiting> ofPending() {
        return Stream.of(consumers.busy(), consumers.outranked(pending(consumers.before())))
                .flatMap(Optional::stream).toList();
    }

    /** Returns the queues that have pending tasks and are not paused, with their numbers of pending tasks. */
    private Map<String, Long> pending(Set<String> names) {
        List<QueueKeys> some = queues.seen(names).stream().limit(MAX_QUEUES).toList();
        List<RedisCommand> commands = new ArrayList<>();
        some.forEach(each -> commands.addAll(List.of(RedisCommand.command(Command.LLEN).key(each.pending()),
                RedisCommand.command(Command.EXISTS).key(each.paused()))));
        List<Reply> replies = executor.send(commands);
        Map<String, Long> pending = new LinkedHashMap<>();
        // a queue with a key of another type is skipped
        IntStream.range(0, some.size()).filter(i -> replies.get(2 * i).error() == null
                && Replies.number(replies.get(2 * i + 1).get()) == 0).forEach(i -> {
                    long length = Replies.number(replies.get(2 * i).get());
                    if (length > 0) {
                        pending.put(some.get(i).queue(), length);
                    }
                });
        return pending;
    }
}

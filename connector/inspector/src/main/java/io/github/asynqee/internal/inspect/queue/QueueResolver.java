package io.github.asynqee.internal.inspect.queue;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.shard.KnownShards;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.shard.Shards;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol.Command;

/**
 * What the name of a queue means to a caller: the keys of its shards, whether it exists, and whether the caller sees it. A
 * physical queue is its only shard; a logical one has those on record.
 */
public final class QueueResolver {

    private final RedisExecutor executor;
    private final ExistingQueues queues;
    private final Scope scope;
    /** {@code null} if queues are physical. */
    private final @Nullable RecordedShards recorded;
    private final KnownShards known;

    private QueueResolver(RedisExecutor executor, Scope scope, @Nullable RecordedShards recorded,
            KnownShards known) {
        this.executor = executor;
        this.queues = new ExistingQueues(executor);
        this.scope = scope;
        this.recorded = recorded;
        this.known = known;
    }

    /** Each shard is a queue of its own; all are seen. */
    public static QueueResolver physical(RedisExecutor executor) {
        return new QueueResolver(executor, Scope.ALL, null, KnownShards.NONE);
    }

    /** A queue with shards is one queue. */
    public QueueResolver logical(ShardRegistry registry) {
        return new QueueResolver(executor, scope, new RecordedShards(registry), KnownShards.recorded(registry));
    }

    /** Only queues that fulfil a condition are seen. */
    public QueueResolver within(Predicate<String> some) {
        return new QueueResolver(executor, scope.within(some), recorded, known);
    }

    /** Whether a queue with shards is one queue. */
    public boolean isLogical() {
        return recorded != null;
    }

    /** The queues that the caller sees. */
    public Scope scope() {
        return scope;
    }

    /** The names of all queues, each logical one once, sorted. */
    public List<String> names() {
        List<String> shards = shardNames();
        return recorded == null ? shards
                : shards.stream().map(recorded::logical).filter(scope::contains)
                        .collect(Collectors.toCollection(TreeSet::new)).stream().toList();
    }

    /** The names of all shards, sorted. */
    private List<String> shardNames() {
        return queues.names().stream().filter(scope::contains).toList();
    }

    /** The keys of all shards that exist. */
    public List<QueueKeys> all() {
        return shardNames().stream().map(QueueKeys::of).toList();
    }

    /** A name that a queue can have, of a queue that is seen if it exists. */
    public String require(String queue) {
        return scope.require(QueueName.require(queue));
    }

    /** The shards of a queue, which need not exist. */
    public List<QueueKeys> shards(String queue) {
        return shardNames(require(queue)).stream().map(QueueKeys::of).toList();
    }

    /** Those of some shards that are seen and exist. */
    public List<QueueKeys> existing(Collection<String> shards) {
        return queues.existing(shards.stream().filter(scope::contains).toList());
    }

    /** Those of some shards that are seen; they need not exist. */
    public List<QueueKeys> seen(Collection<String> shards) {
        return shards.stream().filter(scope::contains).map(QueueKeys::of).toList();
    }

    /** The keys of a shard that is seen and need not exist. */
    public QueueKeys shard(String name) {
        return QueueKeys.of(scope.require(name));
    }

    /** The names of the shards of a queue; its name is not checked. */
    public List<String> shardNames(String queue) {
        return recorded == null ? List.of(queue) : recorded.of(queue);
    }

    /** The shards of a queue that exist, at least one. */
    public List<QueueKeys> existing(String queue) {
        List<QueueKeys> existing = queues.existing(shardNames(require(queue)));
        if (existing.isEmpty()) {
            throw scope.notFound(queue);
        }
        return existing;
    }

    /** The shard of a queue that has a task. Of a queue with one shard it is not asked whether it has the task. */
    public QueueKeys ofTask(String queue, String id) {
        List<QueueKeys> existing = existing(queue);
        if (existing.size() == 1) {
            return existing.get(0);
        }
        List<Reply> found = executor.send(existing.stream()
                .map(keys -> RedisCommand.command(Command.EXISTS).key(keys.task(id))).toList());
        return IntStream.range(0, existing.size()).filter(i -> Replies.number(found.get(i).get()) == 1)
                .mapToObj(existing::get).findFirst().orElseThrow(() -> new TaskNotFoundException(
                        "there is no task \"" + id + "\" in queue \"" + queue + "\""));
    }

    /**
     * The shard of a queue in which a producer would store a task.
     *
     * @param text supplies what decides on the shard, see {@link io.github.asynqee.internal.client.ShardKey}
     */
    public QueueKeys place(String queue, Supplier<String> text) {
        Shards shards = known.of(require(queue));
        return QueueKeys.of(shards == null ? queue : Shards.name(queue, shards.of(text.get())));
    }

    /** The filter with the shards of its queues, those that are seen; empty if it has queues and none is left. */
    public Optional<TaskFilter> resolve(TaskFilter filter) {
        if (scope.isAll() && filter.queues().isEmpty()) {
            return Optional.of(filter);
        }
        Set<String> shards = new LinkedHashSet<>();
        (filter.queues().isEmpty() ? names() : filter.queues()).stream().filter(scope::contains)
                .forEach(queue -> shards.addAll(shardNames(queue)));
        return shards.isEmpty() ? Optional.empty() : Optional.of(filter.inQueues(shards.toArray(String[]::new)));
    }

    /** The shards that exist are read again by the next call. */
    public void changed() {
        if (recorded != null) {
            recorded.changed();
        }
    }
}

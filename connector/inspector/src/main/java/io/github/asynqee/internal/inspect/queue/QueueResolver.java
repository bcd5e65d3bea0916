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
 * Resolves the name of a queue: the keys of its shards, whether it exists, and whether it is in the caller's scope. A
 * physical queue is its own only shard. The shards of a logical queue are recorded in Redis.
 */
public final class QueueResolver {

    private final RedisExecutor executor;
    private final ExistingQueues queues;
    private final Scope scope;
    /** {@code null} for physical queues. */
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

    /** Creates a resolver that treats each shard as a queue, without a scope. */
    public static QueueResolver physical(RedisExecutor executor) {
        return new QueueResolver(executor, Scope.ALL, null, KnownShards.NONE);
    }

    /** Returns a resolver that treats a queue with shards as one queue. */
    public QueueResolver logical(ShardRegistry registry) {
        return new QueueResolver(executor, scope, new RecordedShards(registry), KnownShards.recorded(registry));
    }

    /** Returns a resolver with a scope. */
    public QueueResolver within(Predicate<String> some) {
        return new QueueResolver(executor, scope.within(some), recorded, known);
    }

    /** Whether a queue with shards is treated as one queue. */
    public boolean isLogical() {
        return recorded != null;
    }

    /** The queues visible to the caller. */
    public Scope scope() {
        return scope;
    }

    /** Returns the names of all queues, sorted; each logical queue once. */
    public List<String> names() {
        List<String> shards = shardNames();
        return recorded == null ? shards
                : shards.stream().map(recorded::logical).filter(scope::contains)
                        .collect(Collectors.toCollection(TreeSet::new)).stream().toList();
    }

    /** Returns the names of all shards, sorted. */
    private List<String> shardNames() {
        return queues.names().stream().filter(scope::contains).toList();
    }

    /** Returns the keys of all existing shards. */
    public List<QueueKeys> all() {
        return shardNames().stream().map(QueueKeys::of).toList();
    }

    /** Checks that a name is valid and in the scope; returns the name. */
    public String require(String queue) {
        return scope.require(QueueName.require(queue));
    }

    /** Returns the shards of a queue, which need not exist. */
    public List<QueueKeys> shards(String queue) {
        return shardNames(require(queue)).stream().map(QueueKeys::of).toList();
    }

    /** Returns the given shards that are in the scope and exist. */
    public List<QueueKeys> existing(Collection<String> shards) {
        return queues.existing(shards.stream().filter(scope::contains).toList());
    }

    /** Returns the given shards that are in the scope; they need not exist. */
    public List<QueueKeys> seen(Collection<String> shards) {
        return shards.stream().filter(scope::contains).map(QueueKeys::of).toList();
    }

    /** Returns the keys of a shard, which must be in the scope but need not exist. */
    public QueueKeys shard(String name) {
        return QueueKeys.of(scope.require(name));
    }

    /** Returns the names of the shards of a queue, without checking the name. */
    public List<String> shardNames(String queue) {
        return recorded == null ? List.of(queue) : recorded.of(queue);
    }

    /** Returns the existing shards of a queue, at least one; throws an exception if no shard exists. */
    public List<QueueKeys> existing(String queue) {
        List<QueueKeys> existing = queues.existing(shardNames(require(queue)));
        if (existing.isEmpty()) {
            throw scope.notFound(queue);
        }
        return existing;
    }

    /** Returns the shard with a task. If the queue has one shard, returns it without checking for the task. */
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
     * Returns the shard of a queue in which a producer would store a task.
     *
     * @param text supplies the text that determines the shard; see {@link io.github.asynqee.internal.client.ShardKey}
     */
    public QueueKeys place(String queue, Supplier<String> text) {
        Shards shards = known.of(require(queue));
        return QueueKeys.of(shards == null ? queue : Shards.name(queue, shards.of(text.get())));
    }

    /**
     * Replaces the queues of a filter by their shards in the scope; empty if the filter has queues, but no shard
     * remains.
     */
    public Optional<TaskFilter> resolve(TaskFilter filter) {
        if (scope.isAll() && filter.queues().isEmpty()) {
            return Optional.of(filter);
        }
        Set<String> shards = new LinkedHashSet<>();
        (filter.queues().isEmpty() ? names() : filter.queues()).stream().filter(scope::contains)
                .forEach(queue -> shards.addAll(shardNames(queue)));
        return shards.isEmpty() ? Optional.empty() : Optional.of(filter.inQueues(shards.toArray(String[]::new)));
    }

    /** Makes the next call read the existing shards again. */
    public void changed() {
        if (recorded != null) {
            recorded.changed();
        }
    }
}

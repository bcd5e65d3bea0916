package io.github.asynqee.internal.inspect.waiting;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.inspect.queue.QueueReads;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.task.TaskReads;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisExecutor;

/** Determines why tasks wait. Only reads, with a few commands for the queue and data published by running servers. */
public final class WhyWaiting {

    /** Time after which a free lane would certainly have taken a pending task. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final RedisExecutor executor;
    private final Clock clock;
    private final QueueResolver queues;
    private final QueueReads reads;
    private final TaskReads tasks;
    private final Supplier<List<ServerDetails>> servers;

    /**
     * Creates the object.
     *
     * @param servers reads the running servers that the caller sees
     */
    public WhyWaiting(RedisExecutor executor, Clock clock, QueueResolver queues, QueueReads reads, TaskReads tasks,
            Supplier<List<ServerDetails>> servers) {
        this.executor = executor;
        this.clock = clock;
        this.queues = queues;
        this.reads = reads;
        this.tasks = tasks;
        this.servers = servers;
    }

    /** Returns the reasons why a task does not run; the first reason must be resolved first. */
    public List<Waiting> task(QueueKeys keys, String id) {
        InspectedTask task = tasks.task(keys, id);
        Instant now = clock.instant();
        Blockers blockers = new Blockers(executor, queues, keys, servers.get(), now);
        WhyTask why = new WhyTask(executor, keys, task, blockers, now);
        List<Waiting> reasons = new ArrayList<>(why.reasons());
        if (task.info().state() == TaskState.PENDING && reasons.isEmpty()) {
            QueueInfo queue = info(keys);
            reasons.addAll(blockers.ofPending());
            Waiting notTaken = reasons.isEmpty() && queues.scope().isAll() ? why.notTaken(queue, PATIENCE) : null;
            reasons.add(notTaken == null ? why.inLine() : notTaken);
        }
        return List.copyOf(reasons);
    }

    private QueueInfo info(QueueKeys keys) {
        return reads.counts(List.of(keys), (queue, error) -> {
            throw error;
        }).get(0);
    }

    /** Returns why tasks of a queue do not run, with the reasons of all its shards in one list. */
    public List<Waiting> queue(List<QueueKeys> shards) {
        List<ServerDetails> running = servers.get();
        List<List<Waiting>> all = shards.stream().map(keys -> shard(keys, running)).toList();
        Set<Waiting> found = new LinkedHashSet<>();
        for (int i = 0; i < shards.size(); i++) {
            String shard = shards.get(i).queue();
            all.get(i).stream()
                    .filter(waiting -> waiting.reason() != Reason.NOTHING
                            || all.stream().flatMap(List::stream).allMatch(other -> other.reason() == Reason.NOTHING))
                    .map(waiting -> all.stream().allMatch(others -> others.contains(waiting)) ? waiting
                            : of(shard, waiting))
                    .forEach(found::add);
        }
        return List.copyOf(found);
    }

    private static Waiting of(String shard, Waiting waiting) {
        return new Waiting(waiting.reason(), "shard " + Consumers.text(shard) + ": " + waiting.message(),
                waiting.advice(), waiting.since(), waiting.until(), waiting.limit(), waiting.error());
    }

    private List<Waiting> shard(QueueKeys keys, List<ServerDetails> running) {
        QueueInfo info = info(keys);
        Instant now = clock.instant();
        Blockers blockers = new Blockers(executor, queues, keys, running, now);
        return new WhyQueue(executor, keys, info, blockers, now).reasons(PATIENCE, queues.scope().isAll());
    }
}

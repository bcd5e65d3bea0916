package io.github.asynqee.internal.redis.shards;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

import io.github.asynqee.BrokerException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.DailyStats;
import io.github.asynqee.inspect.EnqueueEvent;
import io.github.asynqee.inspect.ErrorGroup;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.QueueStateException;
import io.github.asynqee.inspect.Repair;
import io.github.asynqee.inspect.SchedulerEntryDetails;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.internal.redis.summary.StatisticsReads;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.statistics.QueueStatistics;
import io.github.asynqee.statistics.StatisticsRange;

/** The inspector of {@link Inspector#logical()}. */
public final class LogicalInspector implements Inspector {

    private final Inspector shards;
    private final ShardRemoval removal;
    private final ShardRegistry registry;
    private final StatisticsReads statistics;
    private final Placements placements;
    private final LogicalQueues queues;

    /** Removes shards. */
    public interface ShardRemoval {

        /** Removes all of them or, if one cannot be removed, none, see {@link Inspector#removeQueue}. */
        void remove(List<String> shards, boolean force);
    }

    /**
     * @param shards inspects the shards as the queues they are
     * @param removal removes shards
     * @param registry the record of the shards
     * @param statistics reads the statistics of several shards
     * @param placements puts tasks in queues
     */
    public LogicalInspector(Inspector shards, ShardRemoval removal, ShardRegistry registry, StatisticsReads statistics,
            Placements placements) {
        this.shards = shards;
        this.removal = removal;
        this.registry = registry;
        this.statistics = statistics;
        this.placements = placements;
        this.queues = new LogicalQueues(shards);
    }

    @Override
    public Inspector logical() {
        return this;
    }

    @Override
    public Map<String, Integer> shards() {
        return shards.shards();
    }

    @Override
    public void addShards(String queue, int count) {
        shards.addShards(queue, count);
        queues.changed();
    }

    @Override
    public void spreadKeys(String queue) {
        shards.spreadKeys(queue);
    }

    @Override
    public List<String> queues() {
        return queues.names();
    }

    @Override
    public QueueInfo queue(String queue) {
        return queues.infos(List.of(queue), (failed, error) -> {
            throw error;
        }).stream().findFirst()
                .orElseThrow(() -> new QueueNotFoundException("there is no queue \"" + queue + "\""));
    }

    @Override
    public List<QueueInfo> queueInfos(Collection<String> of) {
        return queues.infos(of, (failed, error) -> {
            throw error;
        });
    }

    @Override
    public List<QueueInfo> queueInfos(Collection<String> of, BiConsumer<String, BrokerException> failed) {
        return queues.infos(of, failed);
    }

    @Override
    public List<QueueInfo> queueCounts(Collection<String> of, BiConsumer<String, BrokerException> failed) {
        return queues.counts(of, failed);
    }

    @Override
    public List<DailyStats> history(String queue, int days) {
        List<List<DailyStats>> all = queues.existing(queue).stream().map(shard -> shards.history(shard, days)).toList();
        if (all.size() == 1) {
            return all.get(0);
        }
        Map<Object, DailyStats> sums = new LinkedHashMap<>();
        all.forEach(history -> history.forEach(day -> sums.merge(day.date(),
                new DailyStats(queue, day.date(), day.processed(), day.failed()),
                (one, other) -> new DailyStats(queue, one.date(), one.processed() + other.processed(),
                        one.failed() + other.failed()))));
        return List.copyOf(sums.values());
    }

    @Override
    public List<GroupInfo> groups(String queue) {
        Map<String, Integer> sizes = new TreeMap<>();
        queues.of(queue).forEach(shard -> shards.groups(shard)
                .forEach(group -> sizes.merge(group.group(), group.size(), Integer::sum)));
        return sizes.entrySet().stream().map(group -> new GroupInfo(group.getKey(), group.getValue())).toList();
    }

    /** Pages go through one shard after the other: a group may be listed once for each. */
    @Override
    public GroupInfo.Page groups(String queue, String next, int limit) {
        List<String> all = queues.of(queue);
        int at = next == null ? 0 : Integer.parseInt(next.substring(0, next.indexOf(' ')));
        if (at >= all.size()) {
            return new GroupInfo.Page(List.of(), null);
        }
        String within = next == null ? "" : next.substring(next.indexOf(' ') + 1);
        GroupInfo.Page page = shards.groups(all.get(at), within.isEmpty() ? null : within, limit);
        String further = page.next() != null ? at + " " + page.next() : at + 1 < all.size() ? at + 1 + " " : null;
        return new GroupInfo.Page(page.groups(), further);
    }

    @Override
    public QueueStatistics statistics(String queue, StatisticsRange range) {
        List<String> existing = queues.existing(queue);
        return existing.size() == 1 ? shards.statistics(existing.get(0), range)
                : statistics.read(queue, existing.stream().map(QueueKeys::of).toList(), range);
    }

    @Override
    public List<InspectedTask.Attempt> attempts(String queue, String id) {
        return shards.attempts(queues.of(queue, id), id);
    }

    @Override
    public InspectedTask task(String queue, String id) {
        return queues.task(queue, id);
    }

    private interface Listing {
        List<InspectedTask> list(String shard, int page);
    }

    @Override
    public List<InspectedTask> tasks(String queue, TaskState state, int page, int size) {
        return page(queue, page, size, shard -> count(shards.queue(shard), state),
                (shard, number) -> shards.tasks(shard, state, number, size));
    }

    @Override
    public List<InspectedTask> tasksOfGroup(String queue, String group, int page, int size) {
        return page(queue, page, size,
                shard -> shards.groups(shard).stream().filter(info -> info.group().equals(group))
                        .mapToInt(GroupInfo::size).sum(),
                (shard, number) -> shards.tasksOfGroup(shard, group, number, size));
    }

    /** A page of the tasks of all shards, one shard after the other. */
    private List<InspectedTask> page(String queue, int page, int size, ToIntFunction<String> count, Listing listing) {
        List<String> existing = queues.existing(queue);
        if (existing.size() == 1 || page < 1 || size < 1 || size > MAX_PAGE_SIZE) {
            return listing.list(existing.get(0), page);
        }
        List<InspectedTask> tasks = new ArrayList<>();
        long begin = (long) size * (page - 1);
        for (String shard : existing) {
            int total = count.applyAsInt(shard);
            for (long from = begin; from < total && tasks.size() < size;) {
                int number = (int) (from / size) + 1;
                List<InspectedTask> some = listing.list(shard, number);
                some.stream().skip(from % size).limit(size - tasks.size()).forEach(tasks::add);
                from = (long) number * size;
            }
            begin = Math.max(0, begin - total);
            if (tasks.size() == size) {
                break;
            }
        }
        return tasks;
    }

    private static int count(QueueInfo info, TaskState state) {
        return switch (state) {
            case ACTIVE -> info.active();
            case PENDING -> info.pending();
            case SCHEDULED -> info.scheduled();
            case RETRY -> info.retry();
            case ARCHIVED -> info.archived();
            case COMPLETED -> info.completed();
            case AGGREGATING -> info.aggregating();
        };
    }

    @Override
    public SearchPage search(TaskFilter filter, Predicate<InspectedTask> condition, String next, int limit,
            Duration budget) {
        return shards.search(queues.expand(filter), condition, next, limit, budget);
    }

    @Override
    public List<ErrorGroup> errors(TaskFilter filter, int limit) {
        return shards.errors(queues.expand(filter), limit);
    }

    @Override
    public void runTask(String queue, String id) {
        shards.runTask(queues.of(queue, id), id);
    }

    @Override
    public void archiveTask(String queue, String id) {
        shards.archiveTask(queues.of(queue, id), id);
    }

    @Override
    public void archiveRestorable(String queue, String id) {
        shards.archiveRestorable(queues.of(queue, id), id);
    }

    @Override
    public void restoreTask(String queue, String id) {
        shards.restoreTask(queues.of(queue, id), id);
    }

    @Override
    public void deleteTask(String queue, String id) {
        shards.deleteTask(queues.of(queue, id), id);
    }

    @Override
    public void updatePayload(String queue, String id, byte[] payload) {
        shards.updatePayload(queues.of(queue, id), id, payload);
    }

    @Override
    public void cancel(String id) {
        shards.cancel(id);
    }

    private int all(String queue, ToIntFunction<String> change) {
        return queues.existing(queue).stream().mapToInt(change).sum();
    }

    @Override
    public int runAll(String queue, TaskState state) {
        return all(queue, shard -> shards.runAll(shard, state));
    }

    @Override
    public int runGroup(String queue, String group) {
        return all(queue, shard -> shards.runGroup(shard, group));
    }

    @Override
    public int archiveAll(String queue, TaskState state) {
        return all(queue, shard -> shards.archiveAll(shard, state));
    }

    @Override
    public int archiveGroup(String queue, String group) {
        return all(queue, shard -> shards.archiveGroup(shard, group));
    }

    @Override
    public int deleteAll(String queue, TaskState state) {
        return all(queue, shard -> shards.deleteAll(shard, state));
    }

    @Override
    public int deleteGroup(String queue, String group) {
        return all(queue, shard -> shards.deleteGroup(shard, group));
    }

    @Override
    public void pause(String queue) {
        each(queue, shards::pause);
    }

    @Override
    public void unpause(String queue) {
        each(queue, shards::unpause);
    }

    private interface Change {
        void make(String shard);
    }

    /** Fails only if none of the shards can be changed. */
    private void each(String queue, Change change) {
        // those that were added meanwhile, too
        queues.changed();
        List<String> all = queues.of(queue);
        QueueStateException refused = null;
        int changed = 0;
        for (String shard : all) {
            try {
                change.make(shard);
                changed++;
            } catch (QueueStateException e) {
                refused = refused == null ? e : refused;
            }
        }
        if (changed == 0) {
            throw refused;
        }
    }

    @Override
    public void removeQueue(String queue, boolean force) {
        List<String> existing = queues.existing(queue);
        if (existing.size() > 1) {
            QueueInfo info = queue(queue);
            if (info.active() > 0 || !force && info.size() + info.groups() > 0) {
                throw new QueueStateException("queue \"" + queue + "\" is not empty"
                        + (info.active() > 0 ? ": it has active tasks" : ""));
            }
        }
        removal.remove(existing, force);
        if (shards.shards().containsKey(queue)) {
            registry.forget(queue);
            queues.changed();
        }
    }

    @Override
    public List<ServerDetails> servers() {
        return shards.servers();
    }

    @Override
    public List<SchedulerEntryDetails> schedulerEntries() {
        return shards.schedulerEntries();
    }

    @Override
    public List<EnqueueEvent> enqueueEvents(String entryId, int page, int size) {
        return shards.enqueueEvents(entryId, page, size);
    }

    @Override
    public PeriodicEntries periodic() {
        return shards.periodic();
    }

    @Override
    public List<Finding> findings() {
        return shards.findings();
    }

    @Override
    public List<Finding> redisFindings() {
        return shards.redisFindings();
    }

    /** Of a queue with shards those of each shard. */
    @Override
    public List<Finding> queueFindings(Collection<QueueInfo> of) {
        List<QueueInfo> infos = new ArrayList<>();
        List<String> parts = new ArrayList<>();
        for (QueueInfo info : of) {
            List<String> names = queues.of(info.queue());
            if (names.size() == 1) {
                infos.add(info);
            } else {
                parts.addAll(names);
            }
        }
        infos.addAll(shards.queueCounts(parts, (failed, error) -> {
            // reported to the caller when it read the queue
        }));
        return shards.queueFindings(infos);
    }

    @Override
    public Map<String, String> redisInfo() {
        return shards.redisInfo();
    }

    @Override
    public int clusterSlot(String queue) {
        return shards.clusterSlot(queue);
    }

    @Override
    public Optional<InspectedTask> find(String id) {
        return shards.find(id);
    }

    @Override
    public void reschedule(String queue, String id, Instant at) {
        shards.reschedule(queues.of(queue, id), id, at);
    }

    @Override
    public TaskInfo edit(String queue, String id, TaskEdit edit) {
        return shards.edit(queues.of(queue, id), id, edit);
    }

    @Override
    public TaskInfo duplicate(String queue, String id, TaskEdit edit) {
        return placements.duplicate(queues.of(queue, id), id, edit.queue() == null ? edit.queue(queue) : edit);
    }

    @Override
    public void move(String queue, String id, String targetQueue) {
        if (QueueName.require(targetQueue).equals(queue)) {
            throw new IllegalArgumentException("the task is in queue \"" + queue + "\" already");
        }
        placements.move(queues.of(queue, id), id, targetQueue);
    }

    @Override
    public boolean releaseLock(String queue, String id) {
        return shards.releaseLock(queues.of(queue, id), id);
    }

    @Override
    public Optional<UniqueLock> uniqueLock(String queue, String id) {
        return shards.uniqueLock(queues.of(queue, id), id);
    }

    @Override
    public List<Repair> repair(String queue, boolean apply) {
        List<Repair> all = new ArrayList<>();
        queues.of(queue).forEach(shard -> all.addAll(shards.repair(shard, apply)));
        return all;
    }

    @Override
    public BulkOperations bulk() {
        return logical(shards.bulk());
    }

    @Override
    public BulkOperations bulk(Predicate<InspectedTask> condition) {
        return logical(shards.bulk(condition));
    }

    private BulkOperations logical(BulkOperations bulk) {
        return new BulkOperations() {
            @Override
            public TaskCount count(TaskFilter filter, String next, Duration budget) {
                return bulk.count(queues.expand(filter), next, budget);
            }

            @Override
            public BulkPage change(BulkAction action, TaskFilter filter, String next, int limit, Duration budget) {
                return bulk.change(action, queues.expand(filter), next, limit, budget);
            }

            @Override
            public BulkOperations ofRun(String name) {
                return logical(bulk.ofRun(name));
            }
        };
    }

    @Override
    public void close() {
        shards.close();
    }
}

package io.github.asynqee.console.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

import io.github.asynqee.BrokerException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.DailyStats;
import io.github.asynqee.inspect.EnqueueEvent;
import io.github.asynqee.inspect.ErrorGroup;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.GroupInfo;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.Repair;
import io.github.asynqee.inspect.SchedulerEntryDetails;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.statistics.QueueStatistics;
import io.github.asynqee.statistics.StatisticsRange;

/** An inspector for which other queues than those of a scope do not exist. What concerns no queue is refused. */
final class ScopedInspector implements Inspector {

    private final Inspector all;
    private final ScopeFilter scope;

    ScopedInspector(Inspector all, QueueScope scope) {
        this.all = all;
        this.scope = new ScopeFilter(all, scope);
    }

    @Override
    public List<String> queues() {
        return scope.queues();
    }

    @Override
    public QueueInfo queue(String queue) {
        return all.queue(scope.require(queue));
    }

    @Override
    public List<DailyStats> history(String queue, int days) {
        return all.history(scope.require(queue), days);
    }

    @Override
    public List<GroupInfo> groups(String queue) {
        return all.groups(scope.require(queue));
    }

    @Override
    public GroupInfo.Page groups(String queue, String next, int limit) {
        return all.groups(scope.require(queue), next, limit);
    }

    @Override
    public InspectedTask task(String queue, String id) {
        return all.task(scope.require(queue), id);
    }

    @Override
    public List<InspectedTask.Attempt> attempts(String queue, String id) {
        return all.attempts(scope.require(queue), id);
    }

    @Override
    public QueueStatistics statistics(String queue, StatisticsRange range) {
        return all.statistics(scope.require(queue), range);
    }

    @Override
    public List<InspectedTask> tasks(String queue, TaskState state, int page, int size) {
        return all.tasks(scope.require(queue), state, page, size);
    }

    @Override
    public List<InspectedTask> tasksOfGroup(String queue, String group, int page, int size) {
        return all.tasksOfGroup(scope.require(queue), group, page, size);
    }

    @Override
    public SearchPage search(TaskFilter filter, Predicate<InspectedTask> condition, String next, int limit,
            Duration budget) {
        TaskFilter within = scope.within(filter);
        return within == null ? new SearchPage(List.of(), 0, null)
                : all.search(within, condition, next, limit, budget);
    }

    @Override
    public List<ErrorGroup> errors(TaskFilter filter, int limit) {
        TaskFilter within = scope.within(filter);
        return within == null ? List.of() : all.errors(within, limit);
    }

    @Override
    public void runTask(String queue, String id) {
        all.runTask(scope.require(queue), id);
    }

    @Override
    public void archiveTask(String queue, String id) {
        all.archiveTask(scope.require(queue), id);
    }

    @Override
    public void archiveRestorable(String queue, String id) {
        all.archiveRestorable(scope.require(queue), id);
    }

    @Override
    public void restoreTask(String queue, String id) {
        all.restoreTask(scope.require(queue), id);
    }

    @Override
    public void deleteTask(String queue, String id) {
        all.deleteTask(scope.require(queue), id);
    }

    @Override
    public void updatePayload(String queue, String id, byte[] payload) {
        all.updatePayload(scope.require(queue), id, payload);
    }

    /** Cancels by ID only; a running task of this ID must be in the scope, and none of the same ID outside. */
    @Override
    public void cancel(String id) {
        scope.requireRunningWithin(id);
        all.cancel(id);
    }

    @Override
    public int runAll(String queue, TaskState state) {
        return all.runAll(scope.require(queue), state);
    }

    @Override
    public int runGroup(String queue, String group) {
        return all.runGroup(scope.require(queue), group);
    }

    @Override
    public int archiveAll(String queue, TaskState state) {
        return all.archiveAll(scope.require(queue), state);
    }

    @Override
    public int archiveGroup(String queue, String group) {
        return all.archiveGroup(scope.require(queue), group);
    }

    @Override
    public int deleteAll(String queue, TaskState state) {
        return all.deleteAll(scope.require(queue), state);
    }

    @Override
    public int deleteGroup(String queue, String group) {
        return all.deleteGroup(scope.require(queue), group);
    }

    @Override
    public void pause(String queue) {
        all.pause(scope.require(queue));
    }

    @Override
    public void unpause(String queue) {
        all.unpause(scope.require(queue));
    }

    @Override
    public void removeQueue(String queue, boolean force) {
        all.removeQueue(scope.require(queue), force);
    }

    @Override
    public List<ServerDetails> servers() {
        return ScopeFilter.servers(all.servers(), scope.scope());
    }

    @Override
    public List<SchedulerEntryDetails> schedulerEntries() {
        throw ScopeFilter.refused();
    }

    @Override
    public List<EnqueueEvent> enqueueEvents(String entryId, int page, int size) {
        scope.requireEntry(entryId);
        return all.enqueueEvents(entryId, page, size);
    }

    @Override
    public PeriodicEntries periodic() {
        return new ScopedEntries(all.periodic(), scope);
    }

    @Override
    public List<Finding> findings() {
        return all.findings().stream().filter(finding -> scope.scope().contains(finding.queue())).toList();
    }

    /** They concern no queue. */
    @Override
    public List<Finding> redisFindings() {
        return List.of();
    }

    @Override
    public List<Finding> queueFindings(Collection<QueueInfo> queues) {
        return all.queueFindings(queues.stream().filter(queue -> scope.scope().contains(queue.queue())).toList());
    }

    @Override
    public Map<String, String> redisInfo() {
        throw ScopeFilter.refused();
    }

    @Override
    public int clusterSlot(String queue) {
        return all.clusterSlot(scope.require(queue));
    }

    @Override
    public List<QueueInfo> queueInfos(Collection<String> queues) {
        return all.queueInfos(scope.of(queues));
    }

    @Override
    public List<QueueInfo> queueInfos(Collection<String> queues, BiConsumer<String, BrokerException> failed) {
        return all.queueInfos(scope.of(queues), failed);
    }

    @Override
    public List<QueueInfo> queueCounts(Collection<String> queues, BiConsumer<String, BrokerException> failed) {
        return all.queueCounts(scope.of(queues), failed);
    }

    @Override
    public Optional<InspectedTask> find(String id) {
        return scope.find(id);
    }

    @Override
    public void reschedule(String queue, String id, Instant at) {
        all.reschedule(scope.require(queue), id, at);
    }

    @Override
    public TaskInfo edit(String queue, String id, TaskEdit edit) {
        return all.edit(scope.require(queue), id, edit);
    }

    @Override
    public TaskInfo duplicate(String queue, String id, TaskEdit edit) {
        if (edit.queue() != null) {
            scope.require(edit.queue());
        }
        return all.duplicate(scope.require(queue), id, edit);
    }

    @Override
    public void move(String queue, String id, String targetQueue) {
        all.move(scope.require(queue), id, scope.require(targetQueue));
    }

    @Override
    public Optional<UniqueLock> uniqueLock(String queue, String id) {
        return all.uniqueLock(scope.require(queue), id);
    }

    @Override
    public boolean releaseLock(String queue, String id) {
        return all.releaseLock(scope.require(queue), id);
    }

    @Override
    public List<Repair> repair(String queue, boolean apply) {
        return all.repair(scope.require(queue), apply);
    }

    @Override
    public BulkOperations bulk() {
        return bulk(task -> true);
    }

    @Override
    public BulkOperations bulk(Predicate<InspectedTask> condition) {
        return new ScopedBulk(all.bulk(task -> scope.scope().contains(task.info().queue()) && condition.test(task)),
                scope);
    }

    /** The one that is filtered is logical. */
    @Override
    public Inspector logical() {
        return this;
    }

    @Override
    public Map<String, Integer> shards() {
        Map<String, Integer> seen = new TreeMap<>(all.shards());
        seen.keySet().removeIf(queue -> !scope.scope().contains(queue));
        return seen;
    }

    @Override
    public void addShards(String queue, int count) {
        all.addShards(scope.require(queue), count);
    }

    @Override
    public void spreadKeys(String queue) {
        all.spreadKeys(scope.require(queue));
    }

    @Override
    public void close() {
        all.close();
    }
}

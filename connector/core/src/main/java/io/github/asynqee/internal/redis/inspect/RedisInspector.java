package io.github.asynqee.internal.redis.inspect;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

import io.github.asynqee.BrokerException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.ActiveTask;
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
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.QueueStateException;
import io.github.asynqee.inspect.Repair;
import io.github.asynqee.inspect.SchedulerEntryDetails;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.client.ShardKey;
import io.github.asynqee.internal.cron.EntryControl;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.findings.Findings;
import io.github.asynqee.internal.redis.inspect.BulkChanges.Tasks;
import io.github.asynqee.internal.redis.repair.QueueRepair;
import io.github.asynqee.internal.redis.shards.LogicalInspector;
import io.github.asynqee.internal.redis.shards.Placements;
import io.github.asynqee.internal.redis.summary.ErrorGroups;
import io.github.asynqee.internal.redis.summary.StatisticsReads;
import io.github.asynqee.internal.shard.KnownShards;
import io.github.asynqee.internal.shard.ShardRegistry.Declared;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.statistics.QueueStatistics;
import io.github.asynqee.statistics.StatisticsRange;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.util.JedisClusterCRC16;

/** {@link Inspector} on Redis. */
public final class RedisInspector implements Inspector {

    private static final Set<TaskState> RUNNABLE = EnumSet.of(TaskState.SCHEDULED, TaskState.RETRY, TaskState.ARCHIVED);
    private static final Set<TaskState> ARCHIVABLE = EnumSet.of(TaskState.PENDING, TaskState.SCHEDULED,
            TaskState.RETRY);
    private static final Set<TaskState> DELETABLE = EnumSet.of(TaskState.PENDING, TaskState.SCHEDULED, TaskState.RETRY,
            TaskState.ARCHIVED, TaskState.COMPLETED);

    private static final Duration ANSWER_INTERVAL = Duration.ofMillis(200);

    /** How long a call waits for a slot that is moving. */
    private static final Duration SLOT_WAIT = Duration.ofSeconds(3);

    private final Broker broker;
    private final RedisExecutor executor;
    private final Runnable onClose;
    private final ExistingQueues queues;
    private final QueueReads queueReads;
    private final GroupReads groupReads;
    private final TaskReads taskReads;
    private final AttemptReads attemptReads;
    private final StatisticsReads statistics;
    private final TaskChanges taskChanges;
    private final TaskEdits taskEdits;
    private final TaskCopies taskCopies;
    private final TaskMoves taskMoves;
    private final BulkChanges bulk;
    private final QueueAdministration administration;
    private final TaskSearch search;
    private final RedisBulkOperations bulkOperations;

    /**
     * Creates an inspector.
     *
     * @param broker the broker
     * @param commands sends commands to the same Redis
     * @param onClose run when the inspector is closed
     */
    public RedisInspector(Broker broker, RedisExecutor commands, Runnable onClose) {
        RedisExecutor executor = commands.patient(SLOT_WAIT);
        Clock clock = broker.clock();
        this.broker = broker;
        this.executor = executor;
        this.onClose = onClose;
        this.queues = new ExistingQueues(executor);
        this.queueReads = new QueueReads(executor, clock);
        this.groupReads = new GroupReads(executor);
        this.taskReads = new TaskReads(executor, clock, () -> broker.servers().workers());
        this.attemptReads = new AttemptReads(executor);
        this.statistics = new StatisticsReads(executor, clock);
        this.taskChanges = new TaskChanges(executor, clock);
        this.taskEdits = new TaskEdits(executor, clock, broker.scheduleListeners());
        this.taskCopies = new TaskCopies(DefaultAsynqClient.of(broker));
        this.taskMoves = new TaskMoves(executor, queues, broker.scheduleListeners());
        this.bulk = new BulkChanges(executor, clock);
        this.search = new TaskSearch(queues, queueReads, groupReads, taskReads);
        this.bulkOperations = new RedisBulkOperations(new TaskWalk(queues, executor, taskReads),
                new ChosenTasks(executor, clock));
        this.administration = new QueueAdministration(executor, clock, bulk, queues, statistics);
    }

    @Override
    public List<String> queues() {
        return queues.names();
    }

    @Override
    public QueueInfo queue(String queue) {
        return queueReads.info(queues.require(queue));
    }

    @Override
    public List<DailyStats> history(String queue, int days) {
        if (days < 1) {
            throw new IllegalArgumentException("days must be at least 1: " + days);
        }
        return queueReads.history(queues.require(queue), days);
    }

    @Override
    public List<GroupInfo> groups(String queue) {
        return groupReads.all(QueueKeys.of(QueueName.require(queue)));
    }

    @Override
    public GroupInfo.Page groups(String queue, String next, int limit) {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1: " + limit);
        }
        return groupReads.page(QueueKeys.of(QueueName.require(queue)), next, limit);
    }

    @Override
    public InspectedTask task(String queue, String id) {
        return taskReads.task(queues.require(queue), id);
    }

    @Override
    public List<InspectedTask.Attempt> attempts(String queue, String id) {
        return attemptReads.attempts(queues.require(queue), id);
    }

    @Override
    public QueueStatistics statistics(String queue, StatisticsRange range) {
        return statistics.read(queue, List.of(queues.require(queue)), range);
    }

    @Override
    public List<InspectedTask> tasks(String queue, TaskState state, int page, int size) {
        if (state == TaskState.AGGREGATING) {
            throw new IllegalArgumentException("tasks in groups are listed by group, not by state");
        }
        return list(queue, keys -> collection(keys, state), state, page, size);
    }

    @Override
    public List<InspectedTask> tasksOfGroup(String queue, String group, int page, int size) {
        return list(queue, keys -> keys.group(group), TaskState.AGGREGATING, page, size);
    }

    private interface KeyOfTasks {
        String of(QueueKeys keys);
    }

    private List<InspectedTask> list(String queue, KeyOfTasks collection, TaskState state, int page, int size) {
        if (page < 1 || size < 1 || size > MAX_PAGE_SIZE) {
            throw new IllegalArgumentException("page must be at least 1, and size from 1 to " + MAX_PAGE_SIZE + ": "
                    + page + ", " + size);
        }
        QueueKeys keys = queues.require(queue);
        return taskReads.list(keys, collection.of(keys), state, (long) size * (page - 1), size);
    }

    static String collection(QueueKeys keys, TaskState state) {
        return switch (state) {
            case PENDING -> keys.pending();
            case ACTIVE -> keys.active();
            case SCHEDULED -> keys.scheduled();
            case RETRY -> keys.retry();
            case ARCHIVED -> keys.archived();
            case COMPLETED -> keys.completed();
            case AGGREGATING -> throw new IllegalArgumentException("tasks in groups are in several collections");
        };
    }

    @Override
    public SearchPage search(TaskFilter filter, Predicate<InspectedTask> condition, String next, int limit,
            Duration budget) {
        if (limit < 1 || limit > MAX_PAGE_SIZE) {
            throw new IllegalArgumentException("limit must be from 1 to " + MAX_PAGE_SIZE + ": " + limit);
        }
        long end = System.nanoTime() + budget.toNanos();
        return search.search(filter, condition, next, limit, () -> System.nanoTime() - end < 0);
    }

    @Override
    public List<ErrorGroup> errors(TaskFilter filter, int limit) {
        ErrorGroups groups = new ErrorGroups();
        TaskFilter failed = filter.inStates(TaskState.RETRY, TaskState.ARCHIVED);
        int left = limit;
        String next = null;
        do {
            SearchPage page = search.search(failed, task -> true, next, left, () -> true);
            page.tasks().forEach(groups::add);
            left -= page.tasks().size();
            next = page.next();
        } while (next != null && left > 0);
        return groups.all();
    }

    @Override
    public void runTask(String queue, String id) {
        taskChanges.run(queues.require(queue), id);
    }

    @Override
    public void archiveTask(String queue, String id) {
        taskChanges.archive(queues.require(queue), id, false);
    }

    @Override
    public void archiveRestorable(String queue, String id) {
        taskChanges.archive(queues.require(queue), id, true);
    }

    @Override
    public void restoreTask(String queue, String id) {
        taskChanges.restore(queues.require(queue), id);
    }

    @Override
    public void deleteTask(String queue, String id) {
        taskChanges.delete(queues.require(queue), id);
    }

    @Override
    public void updatePayload(String queue, String id, byte[] payload) {
        taskChanges.updatePayload(queues.require(queue), id, payload);
    }

    @Override
    public void cancel(String id) {
        broker.workerCommands().publishCancellation(id);
    }

    @Override
    public int runAll(String queue, TaskState state) {
        return bulk.run(ofState(queue, state, RUNNABLE));
    }

    @Override
    public int runGroup(String queue, String group) {
        return bulk.run(ofGroup(queue, group));
    }

    @Override
    public int archiveAll(String queue, TaskState state) {
        return bulk.archive(ofState(queue, state, ARCHIVABLE));
    }

    @Override
    public int archiveGroup(String queue, String group) {
        return bulk.archive(ofGroup(queue, group));
    }

    @Override
    public int deleteAll(String queue, TaskState state) {
        return bulk.delete(ofState(queue, state, DELETABLE));
    }

    @Override
    public int deleteGroup(String queue, String group) {
        return bulk.delete(ofGroup(queue, group));
    }

    private Tasks ofState(String queue, TaskState state, Set<TaskState> allowed) {
        if (!allowed.contains(state)) {
            throw new IllegalArgumentException("state must be one of " + allowed + ": " + state);
        }
        QueueKeys keys = queues.require(queue);
        return new Tasks(keys, collection(keys, state), "");
    }

    private Tasks ofGroup(String queue, String group) {
        QueueKeys keys = queues.require(queue);
        return new Tasks(keys, keys.group(group), group);
    }

    @Override
    public void pause(String queue) {
        administration.pause(QueueKeys.of(QueueName.require(queue)));
    }

    @Override
    public void unpause(String queue) {
        administration.unpause(QueueKeys.of(QueueName.require(queue)));
    }

    @Override
    public void removeQueue(String queue, boolean force) {
        removeQueues(List.of(queue), force);
    }

    /** Removes the shards of a queue: all of them or, if one cannot be removed, none. */
    private void removeQueues(List<String> shards, boolean force) {
        administration.remove(shards.stream().map(queues::require).toList(), force);
    }

    @Override
    public List<ServerDetails> servers() {
        List<WorkerInfo> workers = broker.servers().workers();
        return broker.servers().servers().stream().map(server -> details(server, workers))
                .sorted(Comparator.comparing(ServerDetails::host).thenComparing(ServerDetails::pid)).toList();
    }

    private static ServerDetails details(ServerInfo server, List<WorkerInfo> workers) {
        List<ActiveTask> running = workers.stream().filter(worker -> worker.serverId().equals(server.serverId()))
                .map(worker -> new ActiveTask(worker.taskId(), worker.taskType(), worker.taskPayload(), worker.queue(),
                        worker.startTime(), worker.deadline()))
                .sorted(Comparator.comparing(ActiveTask::startedAt)).toList();
        return new ServerDetails(server.serverId(), server.host(), server.pid(), server.concurrency(), server.queues(),
                server.strictPriority(), server.status(), server.startTime(), running);
    }

    @Override
    public List<SchedulerEntryDetails> schedulerEntries() {
        return broker.schedulers().entries().stream()
                .map(entry -> new SchedulerEntryDetails(entry.id(), entry.spec(), entry.taskType(),
                        entry.taskPayload(), entry.options(), entry.next(), entry.previous()))
                .sorted(Comparator.comparing(SchedulerEntryDetails::spec).thenComparing(SchedulerEntryDetails::id))
                .toList();
    }

    @Override
    public List<EnqueueEvent> enqueueEvents(String entryId, int page, int size) {
        return broker.schedulers().history(entryId, page, size).stream()
                .map(event -> new EnqueueEvent(event.taskId(), event.enqueuedAt())).toList();
    }

    @Override
    public PeriodicEntries periodic() {
        return new EntryControl(broker, this::queues, () -> Thread.sleep(ANSWER_INTERVAL.toMillis()));
    }

    @Override
    public List<Finding> findings() {
        return new Findings(broker, this, executor, Clock.systemUTC()).all();
    }

    @Override
    public List<Finding> redisFindings() {
        return new Findings(broker, this, executor, Clock.systemUTC()).ofRedis();
    }

    @Override
    public List<Finding> queueFindings(Collection<QueueInfo> of) {
        return new Findings(broker, this, executor, Clock.systemUTC()).ofQueues(of);
    }

    @Override
    public Map<String, String> redisInfo() {
        if (executor.isProxy()) {
            return Map.of();
        }
        Map<String, String> fields = new TreeMap<>();
        Replies.text(executor.send(RedisCommand.command(Command.INFO))).lines()
                .filter(line -> !line.startsWith("#") && line.indexOf(':') > 0)
                .forEach(line -> fields.put(line.substring(0, line.indexOf(':')),
                        line.substring(line.indexOf(':') + 1)));
        return fields;
    }

    @Override
    public int clusterSlot(String queue) {
        return JedisClusterCRC16.getSlot(QueueKeys.of(queue).pending());
    }

    @Override
    public List<QueueInfo> queueInfos(Collection<String> of) {
        return queueReads.infos(queues.existing(of));
    }

    @Override
    public List<QueueInfo> queueInfos(Collection<String> of, BiConsumer<String, BrokerException> failed) {
        return queueReads.infos(queues.existing(of), (keys, error) -> failed.accept(keys.queue(), error));
    }

    @Override
    public List<QueueInfo> queueCounts(Collection<String> of, BiConsumer<String, BrokerException> failed) {
        return queueReads.counts(of.stream().map(QueueKeys::of).toList(),
                (keys, error) -> failed.accept(keys.queue(), error));
    }

    @Override
    public Optional<InspectedTask> find(String id) {
        return taskReads.find(queues.names().stream().map(QueueKeys::of).toList(), id);
    }

    @Override
    public void reschedule(String queue, String id, Instant at) {
        taskEdits.reschedule(queues.require(queue), id, at);
    }

    @Override
    public TaskInfo edit(String queue, String id, TaskEdit edit) {
        return taskEdits.edit(queues.require(queue), id, edit);
    }

    @Override
    public TaskInfo duplicate(String queue, String id, TaskEdit edit) {
        return taskCopies.duplicate(taskReads.message(queues.require(queue), id), edit);
    }

    @Override
    public void move(String queue, String id, String targetQueue) {
        if (QueueName.require(targetQueue).equals(queue)) {
            throw new IllegalArgumentException("the task is in queue \"" + queue + "\" already");
        }
        taskMoves.move(queues.require(queue), QueueKeys.of(targetQueue), id);
    }

    @Override
    public Optional<UniqueLock> uniqueLock(String queue, String id) {
        return taskChanges.lock(queues.require(queue), id);
    }

    @Override
    public boolean releaseLock(String queue, String id) {
        return taskChanges.releaseLock(queues.require(queue), id);
    }

    @Override
    public List<Repair> repair(String queue, boolean apply) {
        return new QueueRepair(executor, broker.clock()).repair(QueueKeys.of(QueueName.require(queue)), apply);
    }

    @Override
    public BulkOperations bulk() {
        return bulkOperations;
    }

    @Override
    public BulkOperations bulk(Predicate<InspectedTask> condition) {
        return bulkOperations.restrictedTo(condition);
    }

    @Override
    public Inspector logical() {
        KnownShards known = KnownShards.recorded(broker.shards());
        TaskCopies copies = new TaskCopies(DefaultAsynqClient.builder(broker).shardsOnRecord().build());
        return new LogicalInspector(this, this::removeQueues, broker.shards(), statistics, new Placements() {
            @Override
            public TaskInfo duplicate(String shard, String id, TaskEdit edit) {
                return copies.duplicate(taskReads.message(queues.require(shard), id), edit);
            }

            @Override
            public void move(String shard, String id, String queue) {
                Shards target = known.of(queue);
                String text = target == null ? null : ShardKey.textOf(taskReads.message(queues.require(shard), id));
                RedisInspector.this.move(shard, id, target == null ? queue : Shards.name(queue, target.of(text)));
            }
        });
    }

    @Override
    public Map<String, Integer> shards() {
        Map<String, Integer> counts = new TreeMap<>();
        broker.shards().all().forEach((queue, shards) -> counts.put(queue, shards.count()));
        return counts;
    }

    @Override
    public void addShards(String queue, int count) {
        Shards.require(count);
        int current = requireShards(queue).count();
        if (count < current) {
            throw new IllegalArgumentException(
                    "queue \"" + queue + "\" has " + current + " shards: more than " + count);
        }
        broker.shards().declare(queue, count, Declared.RAISE);
    }

    @Override
    public void spreadKeys(String queue) {
        Shards shards = requireShards(queue);
        for (QueueInfo info : queueInfos(Shards.names(queue, shards.count()))) {
            if (info.size() > 0) {
                throw new QueueStateException(
                        "queue \"" + queue + "\" is not empty: shard \"" + info.queue() + "\" has "
                                + info.size() + " tasks");
            }
        }
        broker.shards().spreadKeys(queue);
    }

    private Shards requireShards(String queue) {
        Shards shards = broker.shards().find(List.of(QueueName.require(queue)), (damaged, error) -> {
            throw error;
        }).get(queue);
        if (shards == null) {
            throw new QueueNotFoundException("queue \"" + queue + "\" has no shards");
        }
        return shards;
    }

    @Override
    public void close() {
        onClose.run();
    }
}

package io.github.asynqee.internal.inspect;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import io.github.asynqee.inspect.ActiveTask;
import io.github.asynqee.inspect.Batches;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.Health;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.OutboxDetails;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.Queues;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.inspect.ShardAdministration;
import io.github.asynqee.inspect.TaskChanges;
import io.github.asynqee.inspect.Tasks;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.inspect.findings.Findings;
import io.github.asynqee.internal.inspect.periodic.EntryControl;
import io.github.asynqee.internal.inspect.queue.ExistingQueues;
import io.github.asynqee.internal.inspect.queue.GroupReads;
import io.github.asynqee.internal.inspect.queue.LimitReads;
import io.github.asynqee.internal.inspect.queue.QueueReads;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.inspect.queue.Scope;
import io.github.asynqee.internal.inspect.repair.QueueRepair;
import io.github.asynqee.internal.inspect.summary.StatisticsReads;
import io.github.asynqee.internal.inspect.task.RedisTaskChanges;
import io.github.asynqee.internal.inspect.task.TaskCopies;
import io.github.asynqee.internal.inspect.task.TaskReads;
import io.github.asynqee.internal.inspect.waiting.WhyWaiting;
import io.github.asynqee.internal.inspect.walk.BulkChanges;
import io.github.asynqee.internal.inspect.walk.ChosenTasks;
import io.github.asynqee.internal.inspect.walk.KnownTasks;
import io.github.asynqee.internal.inspect.walk.RedisBulkOperations;
import io.github.asynqee.internal.inspect.walk.RedisTasks;
import io.github.asynqee.internal.inspect.walk.TaskWalk;
import io.github.asynqee.internal.protocol.OutboxState;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import org.jspecify.annotations.Nullable;

/**
 * {@link Inspector} on Redis. Has one implementation of each role for physical and logical queues, with and without
 * scope.
 */
public final class RedisInspector implements Inspector {

    private static final Duration ANSWER_INTERVAL = Duration.ofMillis(200);

    /** Maximum time for which a call waits for a hash slot that is moving. */
    private static final Duration SLOT_WAIT = Duration.ofSeconds(3);

    private final Broker broker;
    private final RedisExecutor executor;
    private final QueueResolver resolver;
    private final TaskCopies copies;
    private final Runnable onClose;
    /** The inspector of physical queues without scope. */
    private final Inspector whole;
    private final ExistingQueues existing;
    private final QueueReads queueReads;
    private final TaskReads taskReads;
    private final BulkChanges bulkChanges;
    private final Queues queues;
    private final Tasks tasks;
    private final TaskChanges changes;

    /**
     * Creates an inspector.
     *
     * @param broker the broker
     * @param commands sends commands to the same Redis
     * @param onClose run when the inspector is closed
     */
    public RedisInspector(Broker broker, RedisExecutor commands, Runnable onClose) {
        this(broker, commands.patient(SLOT_WAIT), QueueResolver.physical(commands.patient(SLOT_WAIT)),
                new TaskCopies(DefaultAsynqClient.of(broker)), onClose, null);
    }

    private RedisInspector(Broker broker, RedisExecutor executor, QueueResolver resolver, TaskCopies copies,
            Runnable onClose, @Nullable Inspector whole) {
        Clock clock = broker.clock();
        GroupReads groupReads = new GroupReads(executor);
        StatisticsReads statistics = new StatisticsReads(executor, clock);
        this.broker = broker;
        this.executor = executor;
        this.resolver = resolver;
        this.copies = copies;
        this.onClose = onClose;
        this.whole = whole == null ? this : whole;
        this.existing = new ExistingQueues(executor);
        this.queueReads = new QueueReads(executor, clock);
        this.taskReads = new TaskReads(executor, clock, () -> broker.servers().workers());
        this.bulkChanges = new BulkChanges(executor, clock);
        WhyWaiting waiting = new WhyWaiting(executor, clock, resolver, queueReads, taskReads, this::servers);
        this.queues = new RedisQueues(resolver, queueReads, groupReads, new LimitReads(executor, clock), statistics,
                new QueueAdministration(executor, clock, bulkChanges, existing, statistics), broker.shards(),
                waiting);
        this.tasks = new RedisTasks(executor, resolver, taskReads,
                TaskWalk.ofSearches(resolver, executor, taskReads), waiting);
        this.changes = new RedisTaskChanges(broker, executor, resolver, taskReads, copies);
    }

    @Override
    public Queues queues() {
        return queues;
    }

    @Override
    public Tasks tasks() {
        return tasks;
    }

    @Override
    public TaskChanges changes() {
        return changes;
    }

    @Override
    public BulkOperations bulk() {
        return new RedisBulkOperations(resolver, TaskWalk.ofChanges(resolver, executor, taskReads),
                chosen(), bulkChanges);
    }

    private ChosenTasks chosen() {
        return new ChosenTasks(executor, broker.clock());
    }

    @Override
    public PeriodicEntries periodic() {
        return new EntryControl(broker, existing::names, resolver.scope(),
                () -> Thread.sleep(ANSWER_INTERVAL.toMillis()));
    }

    @Override
    public Batches batches() {
        return new RedisBatches(resolver, broker.commands(BatchCommands.class), changes,
                () -> new KnownTasks(executor, chosen()),
                broker.clock());
    }

    @Override
    public ShardAdministration shards() {
        return new RedisShards(resolver, queueReads, broker.shards());
    }

    @Override
    public Health health() {
        return new RedisHealth(executor, resolver, queueReads,
                new Findings(broker, whole, executor, Clock.systemUTC()), new QueueRepair(executor, broker.clock()));
    }

    @Override
    public List<ServerDetails> servers() {
        Map<String, List<WorkerInfo>> workers = broker.servers().workers().stream()
                .collect(Collectors.groupingBy(WorkerInfo::serverId));
        Scope scope = resolver.scope();
        return broker.servers().servers().stream()
                .map(server -> details(server, workers.getOrDefault(server.serverId(), List.of())))
                .map(server -> scope.isAll() ? server : server.within(scope::contains))
                .filter(server -> scope.isAll() || !server.queues().isEmpty())
                .sorted(Comparator.comparing(ServerDetails::host).thenComparing(ServerDetails::pid)).toList();
    }

    /** Requires all queues, because outboxes do not belong to a queue. */
    @Override
    public List<OutboxDetails> outboxes() {
        if (!resolver.scope().isAll()) {
            return List.of();
        }
        Instant now = broker.clock().instant();
        return broker.outboxes().outboxes().stream().map(state -> details(state, now))
                .sorted(Comparator.comparing(OutboxDetails::application).thenComparing(OutboxDetails::host)
                        .thenComparing(OutboxDetails::pid))
                .toList();
    }

    private static OutboxDetails details(OutboxState state, Instant now) {
        Duration age = state.oldest() == null || state.oldest().isAfter(now) ? Duration.ZERO
                : Duration.between(state.oldest(), now);
        return new OutboxDetails(state.host(), state.pid(), state.application(), state.dataSource(), state.rows(), age,
                state.setAside(), state.error(), state.problem());
    }

    private static ServerDetails details(ServerInfo server, List<WorkerInfo> workers) {
        List<ActiveTask> running = workers.stream()
                .map(worker -> new ActiveTask(worker.taskId(), worker.taskType(), worker.taskPayload(), worker.queue(),
                        worker.startTime(), worker.deadline()))
                .sorted(Comparator.comparing(ActiveTask::startedAt)).toList();
        return new ServerDetails(server.serverId(), server.host(), server.pid(), server.concurrency(), server.queues(),
                server.strictPriority(), server.status(), server.startTime(), running);
    }

    @Override
    public Inspector logical() {
        return resolver.isLogical() ? this : new RedisInspector(broker, executor, resolver.logical(broker.shards()),
                new TaskCopies(DefaultAsynqClient.builder(broker).shardsOnRecord().build()), onClose, whole);
    }

    @Override
    public Inspector within(Predicate<String> some) {
        return new RedisInspector(broker, executor, resolver.within(some), copies, onClose, whole);
    }

    @Override
    public void close() {
        onClose.run();
    }
}

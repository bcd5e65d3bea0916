package io.github.asynqee.internal.redis;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

import io.github.asynqee.Durability;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.CronCommands;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.broker.OutboxCommands;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.broker.RedisStatus;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.broker.registry.OutboxRegistry;
import io.github.asynqee.internal.broker.registry.SchedulerRegistry;
import io.github.asynqee.internal.broker.registry.ServerRegistry;
import io.github.asynqee.internal.broker.watch.CancellationSubscription;
import io.github.asynqee.internal.broker.watch.QueueChanges;
import io.github.asynqee.internal.broker.watch.ScheduleListeners;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.feature.batch.RedisBatchCommands;
import io.github.asynqee.internal.feature.call.RedisTaskWatch;
import io.github.asynqee.internal.feature.call.TaskWatch;
import io.github.asynqee.internal.feature.limit.LimitCommands;
import io.github.asynqee.internal.feature.limit.RedisLimitCommands;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.outage.OutageLog;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.cancellation.PolledCancellations;
import io.github.asynqee.internal.redis.cancellation.RedisCancellationSubscription;
import io.github.asynqee.internal.redis.connection.RedisClock;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisErrors;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.registry.QueueNames;
import io.github.asynqee.internal.redis.registry.RedisOutboxRegistry;
import io.github.asynqee.internal.redis.registry.RedisSchedulerRegistry;
import io.github.asynqee.internal.redis.registry.RedisServerRegistry;
import io.github.asynqee.internal.redis.shards.RedisShardRegistry;
import io.github.asynqee.internal.redis.tracking.TrackedReads;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.redis.BrokerUnavailableException;
import redis.clients.jedis.Protocol.Command;

/** {@link Broker} on Redis: single server, Sentinel or Cluster. */
public final class RedisBroker implements Broker {

    /** Commands with keys in many slots of a Cluster. */
    private static final List<RedisCommand> SOME_SLOTS = IntStream.range(0, 16)
            .mapToObj(i -> RedisCommand.command(Command.EXISTS).key(QueueKeys.of("" + i).pending())).toList();

    private final RedisConnections connections;
    /** Separate connections, so that leases are extended even if all other connections are busy. */
    private final RedisConnections leaseConnections;
    /** Separate connections, so that producers that await a confirmation do not delay other producers. */
    private final RedisConnections confirmedConnections;
    private final NodeMetrics metrics = new NodeMetrics();
    private final RedisExecutor executor;
    private final RedisClock clock;
    private final TrackedReads reads;
    private final QueueChanges queueChanges;
    private final RedisProducerCommands producerCommands;
    private final RedisOutboxCommands outboxCommands;
    private final OutboxRegistry outboxes;
    /** The operations of optional features, by their interface. */
    private final Map<Class<?>, Object> ofFeatures;
    private final WorkerCommands workerCommands;
    private final MaintenanceCommands maintenanceCommands;
    private final GroupCommands groupCommands;
    private final ServerRegistry servers;
    private final SchedulerRegistry schedulers;
    private final ShardRegistry shards;
    private final CronCommands cronCommands;
    private final ScheduleListeners scheduleListeners = new ScheduleListeners();

    private RedisBroker(RedisConfig config, RedisClock clock) {
        this.connections = new RedisConnections(config);
        this.leaseConnections = new RedisConnections(connections);
        this.confirmedConnections = new RedisConnections(connections);
        this.executor = new RedisExecutor(connections, clock, metrics);
        this.clock = clock;
        QueueNames names = new QueueNames(executor, System::nanoTime);
        RedisExecutor confirmed = new RedisExecutor(confirmedConnections, clock, metrics);
        this.producerCommands = new RedisProducerCommands(executor, confirmed, metrics, names, clock,
                scheduleListeners);
        this.outboxCommands = new RedisOutboxCommands(executor, confirmed, metrics, names, clock, scheduleListeners);
        this.outboxes = new RedisOutboxRegistry(executor, clock);
        RedisLimitCommands limits = new RedisLimitCommands(executor, clock);
        this.ofFeatures = Map.of(BatchCommands.class, new RedisBatchCommands(executor, names, clock),
                LimitCommands.class, limits, TaskWatch.Source.class,
                (TaskWatch.Source) () -> new RedisTaskWatch(connections, executor));
        RedisExecutor leaseExecutor = new RedisExecutor(leaseConnections, clock, metrics);
        clock.measuredBy(leaseExecutor::measureTime);
        this.workerCommands = new RedisWorkerCommands(executor, leaseExecutor, clock, scheduleListeners, limits,
                limits);
        this.reads = new TrackedReads(connections, executor);
        this.queueChanges = new RedisQueueChanges(reads);
        this.maintenanceCommands = new RedisMaintenanceCommands(executor, reads, clock);
        this.groupCommands = new RedisGroupCommands(executor, leaseExecutor, metrics, reads, clock, scheduleListeners);
        this.servers = new RedisServerRegistry(executor, names, clock);
        this.schedulers = new RedisSchedulerRegistry(executor, clock);
        this.shards = new RedisShardRegistry(executor, clock);
        this.cronCommands = new RedisCronCommands(executor, metrics, names, clock);
    }

    /**
     * Creates a broker that uses the time of Redis. It connects at first use.
     *
     * @param config the address of Redis
     * @return the broker
     */
    public static RedisBroker connect(RedisConfig config) {
        return new RedisBroker(config,
                config.isProxy() ? RedisClock.measuredThroughProxy(GlobalKeys.QUEUES) : RedisClock.measured());
    }

    /**
     * Creates a broker that uses the time of Redis, on a machine with given clocks.
     *
     * @param config the address of Redis
     * @param wall the wall clock, which may be set at any moment
     * @param nanoTime the monotonic clock, as {@link System#nanoTime}
     * @return the broker
     */
    public static RedisBroker connectFrom(RedisConfig config, Clock wall, LongSupplier nanoTime) {
        return new RedisBroker(config, RedisClock.measured(wall, nanoTime));
    }

    /**
     * Creates a broker that uses a given clock.
     *
     * @param config the address of Redis
     * @param clock the clock
     * @return the broker
     */
    public static RedisBroker connect(RedisConfig config, Clock clock) {
        return new RedisBroker(config, RedisClock.of(clock));
    }

    /** @return the executor that sends commands to this Redis */
    public RedisExecutor executor() {
        return executor;
    }

    @Override
    public ProducerCommands producerCommands() {
        return producerCommands;
    }

    @Override
    public ProducerCommands producerCommands(Durability durability) {
        return producerCommands.confirmed(durability);
    }

    @Override
    public OutboxCommands outboxCommands(Durability durability) {
        return outboxCommands.confirmed(durability);
    }

    @Override
    public OutboxRegistry outboxes() {
        return outboxes;
    }

    @Override
    public <T> T commands(Class<T> of) {
        if (!ofFeatures.containsKey(of)) {
            throw new UnsupportedOperationException(of.getName());
        }
        return of.cast(ofFeatures.get(of));
    }

    @Override
    public WorkerCommands workerCommands() {
        return workerCommands;
    }

    @Override
    public MaintenanceCommands maintenanceCommands() {
        return maintenanceCommands;
    }

    @Override
    public GroupCommands groupCommands() {
        return groupCommands;
    }

    @Override
    public ServerRegistry servers() {
        return servers;
    }

    @Override
    public SchedulerRegistry schedulers() {
        return schedulers;
    }

    @Override
    public CronCommands cronCommands() {
        return cronCommands;
    }

    @Override
    public ShardRegistry shards() {
        return shards;
    }

    @Override
    public QueueChanges queueChanges() {
        return queueChanges;
    }

    @Override
    public CancellationSubscription cancellations() {
        return executor.isProxy() ? new PolledCancellations(executor)
                : new RedisCancellationSubscription(connections, executor, clock,
                        CancellationSubscription.LONGEST_SILENCE);
    }

    @Override
    public ScheduleListeners scheduleListeners() {
        return scheduleListeners;
    }

    @Override
    public RedisStatus status() {
        long start = System.nanoTime();
        String info = info();
        Duration roundTrip = Duration.ofNanos(System.nanoTime() - start);
        if (field(info, "loading:").equals("1")) {
            // it replies to INFO, but rejects all commands that need data
            throw new BrokerUnavailableException("Redis is loading its data", null);
        }
        if (field(info, "redis_mode:").equals("sentinel")) {
            // a Sentinel replies to INFO, but has no data
            throw new BrokerUnavailableException("it is a Sentinel, whose URL begins with redis-sentinel://", null);
        }
        if (field(info, "redis_mode:").equals("cluster") && executor.isOneServer()) {
            // a Cluster of one node counts as one server; a node of a larger Cluster rejects keys of other nodes; if
            // the user lacks the permission, the URL may still be right
            executor.send(SOME_SLOTS).stream()
                    .filter(reply -> reply.error() == null || !RedisErrors.isDenied(reply.error())).forEach(Reply::get);
        }
        return new RedisStatus(field(info, "redis_version:"), field(info, "maxmemory_policy:"), roundTrip);
    }

    /** The reply to {@code INFO}; empty if Redis replies but {@code INFO} is not possible. */
    private String info() {
        if (executor.isProxy()) {
            executor.send(RedisCommand.command(Command.EXISTS).key(GlobalKeys.QUEUES));
            return "";
        }
        try {
            return new String((byte[]) executor.send(RedisCommand.command(Command.INFO)), StandardCharsets.UTF_8);
        } catch (BrokerUnavailableException | AmbiguousResultException e) {
            throw e;
        } catch (BrokerException e) {
            // ACLs often forbid INFO; tasks can run nevertheless
            executor.send(RedisCommand.command(Command.PING));
            return "";
        }
    }

    private static String field(String info, String name) {
        return info.lines().filter(line -> line.startsWith(name)).map(line -> line.substring(name.length()).trim())
                .findFirst().orElse("");
    }

    @Override
    public OutageLog outages() {
        return connections.outages();
    }

    @Override
    public void synchronizeClock() {
        if (!clock.isKnown()) {
            executor.measureTime();
        }
    }

    @Override
    public Optional<String> clockRefusal() {
        return clock.refusal();
    }

    @Override
    public void measureClock() {
        executor.measureTime();
    }

    @Override
    public boolean isTimeEven(Duration since) {
        return clock.hasBeenEvenFor(since.toNanos());
    }

    @Override
    public NodeMetrics metrics() {
        return metrics;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void close() {
        reads.close(stopTime());
        connections.close();
        leaseConnections.close();
        confirmedConnections.close();
    }
}

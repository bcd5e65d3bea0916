package io.github.asynqee.internal.redis;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;

import io.github.asynqee.AmbiguousResultException;
import io.github.asynqee.BrokerException;
import io.github.asynqee.BrokerUnavailableException;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.CancellationSubscription;
import io.github.asynqee.internal.broker.CronCommands;
import io.github.asynqee.internal.broker.GroupCommands;
import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.broker.ProducerCommands;
import io.github.asynqee.internal.broker.QueueChanges;
import io.github.asynqee.internal.broker.RedisStatus;
import io.github.asynqee.internal.broker.ScheduleListeners;
import io.github.asynqee.internal.broker.SchedulerRegistry;
import io.github.asynqee.internal.broker.ServerRegistry;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.redis.connection.RedisClock;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.redis.connection.RedisConnections;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.tracking.TrackedReads;
import redis.clients.jedis.Protocol.Command;

/** {@link Broker} on Redis: one server, Sentinels or a cluster. */
public final class RedisBroker implements Broker {

    private final RedisConnections nodes;
    /** Leases must be extended however busy the other connections are. */
    private final RedisConnections leaseNodes;
    private final RedisExecutor calls;
    private final RedisClock clock;
    private final TrackedReads reads;
    private final QueueChanges queueChanges;
    private final ProducerCommands producing;
    private final WorkerCommands working;
    private final MaintenanceCommands maintenance;
    private final GroupCommands groups;
    private final ServerRegistry servers;
    private final SchedulerRegistry schedulers;
    private final CronCommands periodicTicks;
    private final ScheduleListeners dueTimes = new ScheduleListeners();

    private RedisBroker(RedisConfig config, RedisClock time) {
        this.nodes = new RedisConnections(config);
        this.leaseNodes = new RedisConnections(config);
        this.calls = new RedisExecutor(nodes, time);
        this.clock = time;
        this.producing = new RedisProducerCommands(calls, time, dueTimes);
        RedisExecutor leaseCalls = new RedisExecutor(leaseNodes, time);
        this.working = new RedisWorkerCommands(calls, leaseCalls, time, dueTimes);
        this.reads = new TrackedReads(nodes, calls);
        this.queueChanges = new RedisQueueChanges(reads);
        this.maintenance = new RedisMaintenanceCommands(calls, reads, time);
        this.groups = new RedisGroupCommands(calls, leaseCalls, reads, time, dueTimes);
        this.servers = new RedisServerRegistry(calls, time);
        this.schedulers = new RedisSchedulerRegistry(calls, time);
        this.periodicTicks = new RedisCronCommands(calls, time);
    }

    /**
     * A broker that goes by the time of Redis. Connects at first use; Redis need not be there yet.
     *
     * @param config which Redis
     * @return the broker
     */
    public static RedisBroker connect(RedisConfig config) {
        return new RedisBroker(config, RedisClock.measured());
    }

    /**
     * A broker that goes by a given clock.
     *
     * @param config which Redis
     * @param clock the clock
     * @return the broker
     */
    public static RedisBroker connect(RedisConfig config, Clock clock) {
        return new RedisBroker(config, RedisClock.of(clock));
    }

    /** @return what sends commands to this Redis */
    public RedisExecutor executor() {
        return calls;
    }

    @Override
    public ProducerCommands producerCommands() {
        return producing;
    }

    @Override
    public WorkerCommands workerCommands() {
        return working;
    }

    @Override
    public MaintenanceCommands maintenanceCommands() {
        return maintenance;
    }

    @Override
    public GroupCommands groupCommands() {
        return groups;
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
        return periodicTicks;
    }

    @Override
    public QueueChanges queueChanges() {
        return queueChanges;
    }

    @Override
    public CancellationSubscription cancellations() {
        return new RedisCancellationSubscription(nodes, CancellationSubscription.LONGEST_SILENCE);
    }

    @Override
    public ScheduleListeners scheduleListeners() {
        return dueTimes;
    }

    @Override
    public RedisStatus status() {
        long start = System.nanoTime();
        String info = info();
        Duration roundTrip = Duration.ofNanos(System.nanoTime() - start);
        return new RedisStatus(field(info, "redis_version:"), field(info, "maxmemory_policy:"), roundTrip);
    }

    /** What Redis says about itself; empty if it does answer but may not be asked that. */
    private String info() {
        try {
            return new String((byte[]) calls.send(RedisCommand.command(Command.INFO)), StandardCharsets.UTF_8);
        } catch (BrokerUnavailableException | AmbiguousResultException e) {
            throw e;
        } catch (BrokerException e) {
            // ACLs often forbid INFO, which says nothing about whether tasks can be run
            calls.send(RedisCommand.command(Command.PING));
            return "";
        }
    }

    private static String field(String info, String name) {
        return info.lines().filter(line -> line.startsWith(name)).map(line -> line.substring(name.length()).trim())
                .findFirst().orElse("");
    }

    @Override
    public void synchronizeClock() {
        if (!clock.isKnown()) {
            calls.measureTime();
        }
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void close() {
        reads.close();
        nodes.close();
        leaseNodes.close();
    }
}

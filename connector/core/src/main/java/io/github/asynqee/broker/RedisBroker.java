package io.github.asynqee.broker;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;

import redis.clients.jedis.Protocol.Command;

/** {@link Broker} on Redis: one server, Sentinels or a cluster. */
public final class RedisBroker implements Broker {

    private final RedisNodes nodes;
    /** Leases must be extended however busy the other connections are. */
    private final RedisNodes leaseNodes;
    private final RedisCalls calls;
    private final RedisTime clock;
    private final TrackedReads reads;
    private final QueueChanges queueChanges;
    private final Producing producing;
    private final Working working;
    private final Maintenance maintenance;
    private final Groups groups;
    private final ServerRegistry servers;
    private final SchedulerRegistry schedulers;
    private final PeriodicTicks periodicTicks;
    private final DueTimes dueTimes = new DueTimes();

    private RedisBroker(RedisConfig config, RedisTime time) {
        this.nodes = new RedisNodes(config);
        this.leaseNodes = new RedisNodes(config);
        this.calls = new RedisCalls(nodes, time);
        this.clock = time;
        this.producing = new RedisProducing(calls, time, dueTimes);
        RedisCalls leaseCalls = new RedisCalls(leaseNodes, time);
        this.working = new RedisWorking(calls, leaseCalls, time, dueTimes);
        this.reads = new TrackedReads(nodes, calls);
        this.queueChanges = new RedisQueueChanges(reads);
        this.maintenance = new RedisMaintenance(calls, reads, time);
        this.groups = new RedisGroups(calls, leaseCalls, reads, time, dueTimes);
        this.servers = new RedisServerRegistry(calls, time);
        this.schedulers = new RedisSchedulerRegistry(calls, time);
        this.periodicTicks = new RedisPeriodicTicks(calls, time);
    }

    /**
     * A broker that goes by the time of Redis. Connects at first use; Redis need not be there yet.
     *
     * @param config which Redis
     * @return the broker
     */
    public static RedisBroker connect(RedisConfig config) {
        return new RedisBroker(config, RedisTime.measured());
    }

    /**
     * A broker that goes by a given clock.
     *
     * @param config which Redis
     * @param clock the clock
     * @return the broker
     */
    public static RedisBroker connect(RedisConfig config, Clock clock) {
        return new RedisBroker(config, RedisTime.of(clock));
    }

    @Override
    public Producing producing() {
        return producing;
    }

    @Override
    public Working working() {
        return working;
    }

    @Override
    public Maintenance maintenance() {
        return maintenance;
    }

    @Override
    public Groups groups() {
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
    public PeriodicTicks periodicTicks() {
        return periodicTicks;
    }

    @Override
    public QueueChanges queueChanges() {
        return queueChanges;
    }

    @Override
    public CancellationFeed cancellations() {
        return new SubscribedFeed(nodes, CancellationFeed.LONGEST_SILENCE);
    }

    @Override
    public DueTimes dueTimes() {
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
            return new String((byte[]) calls.send(RedisCall.command(Command.INFO)), StandardCharsets.UTF_8);
        } catch (BrokerUnavailableException | UnknownOutcomeException e) {
            throw e;
        } catch (BrokerException e) {
            // ACLs often forbid INFO, which says nothing about whether tasks can be run
            calls.send(RedisCall.command(Command.PING));
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

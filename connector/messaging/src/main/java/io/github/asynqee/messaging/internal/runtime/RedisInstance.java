package io.github.asynqee.messaging.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;

import io.github.asynqee.Durability;
import io.github.asynqee.ServerState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.RedisStatus;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.messaging.internal.config.ConnectorConfig;
import io.github.asynqee.messaging.internal.config.OutboxConfig;
import io.github.asynqee.messaging.internal.events.EventBridge;
import io.github.asynqee.messaging.internal.incoming.IncomingChannel;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.transactions.OutboxTarget;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.worker.WorkerConfig;
import org.jspecify.annotations.Nullable;

/** One Redis that the application uses: a client, and a worker for all incoming channels of this Redis. */
public final class RedisInstance {

    private static final Logger LOG = System.getLogger(RedisInstance.class.getName());

    private final RedisConfig redis;
    private final ConnectorConfig config;
    private final Map<String, Integer> shards;
    private final EventBridge events;
    private final ThreadFactory threads;
    private final RedisBroker broker;
    private final DefaultAsynqClient client;
    private final RedisProbe probe;
    /** Volatile because a shutdown holds the lock until the worker has ended. */
    private volatile @Nullable Worker worker;

    /**
     * Creates the client. Connects lazily.
     *
     * @param url the URL of the Redis
     * @param config settings of clients and workers
     * @param shards number of shards by queue, for queues with shards
     * @param payloads encodes payloads and decodes results
     * @param events fires CDI events
     * @param threads creates the threads of clients and workers
     */
    RedisInstance(String url, ConnectorConfig config, Map<String, Integer> shards, Payloads payloads,
            EventBridge events, ThreadFactory threads) {
        this.redis = RedisConfig.of(url, config.connections());
        this.config = config;
        this.shards = shards;
        this.events = events;
        this.threads = threads;
        this.broker = RedisBroker.connect(redis);
        DefaultAsynqClient.Builder builder = DefaultAsynqClient.builder(broker).encoder(payloads)
                .decoder(payloads).maxWaiting(config.maxWaiting()).threads(threads)
                .listener(events.tasks(this::eventDropped));
        shards.forEach(builder::shards);
        this.client = builder.build();
        this.probe = new RedisProbe(broker::status, threads);
    }

    /** @return the URL with masked passwords */
    public String url() {
        return redis.toString();
    }

    /**
     * The status of the Redis. Waits one second at most.
     *
     * @return the status, at most two seconds old
     * @throws BrokerException if the status cannot be read in time
     */
    public RedisStatus status() {
        return probe.status();
    }

    /** @return whether Redis notifies an idle worker of changes; otherwise its queues are polled */
    public boolean isPushed() {
        return broker.queueChanges().isPushed();
    }

    /** @return why Redis does not notify this process of changes, so that queues are polled; empty if it does */
    public Optional<String> changesRefusal() {
        return broker.queueChanges().refusal();
    }

    /** @return the reply with which Redis rejects writes although it is reachable; empty if it accepts writes */
    public Optional<String> writesRefusal() {
        return broker.writesRefusal();
    }

    /** @return why this machine's clock is used instead of the clock of Redis; empty if the clock of Redis is used */
    public Optional<String> clockRefusal() {
        return broker.clockRefusal();
    }

    /** @return the client */
    public DefaultAsynqClient client() {
        return client;
    }

    /** An inspector of this Redis; it needs no closing. */
    Inspector inspector() {
        return new RedisInspector(broker, broker.executor(), () -> {});
    }

    /** An outbox whose tasks are stored in this Redis. */
    OutboxTarget outbox(OutboxConfig outbox, Durability durability) {
        return new OutboxTarget(outbox, broker, durability, shards, threads);
    }

    /** The broker. */
    Broker broker() {
        return broker;
    }

    /** Creates the threads of clients and workers. */
    ThreadFactory threads() {
        return threads;
    }

    /** @return whether this application processes tasks of this Redis */
    public boolean hasWorker() {
        return worker != null;
    }

    /** @return the worker's state; {@link ServerState#NEW} without a worker */
    public ServerState state() {
        Worker current = worker;
        return current == null ? ServerState.NEW : current.state();
    }

    /** @return priority by queue, for the queues that the worker consumes */
    public Map<String, Integer> queues() {
        Worker current = worker;
        return current == null ? Map.of() : new TreeMap<>(current.queues());
    }

    /** The metrics of clients and workers. */
    NodeMetrics metrics() {
        return broker.metrics();
    }

    /** Counts a dropped event of the worker. */
    void eventDropped() {
        Worker current = worker;
        if (current != null) {
            current.metrics().eventDropped();
        }
    }

    synchronized void start(List<IncomingChannel> channels) {
        WorkerConfig.Builder workerConfig = config.worker().get().listener(events.tasks(this::eventDropped))
                .healthCheck(events.healthChecks(url(), this::eventDropped)).threads(threads);
        shards.forEach(workerConfig::shards);
        Worker starting = new Worker(broker, workerConfig.build(),
                channels.stream().map(IncomingChannel::tasks).toList());
        starting.start();
        // set it only after a successful start, so that the readiness check reports a missing worker
        worker = starting;
    }

    synchronized void stopFetching(StopTime time) {
        if (worker != null) {
            worker.stopFetching(ofRedis(time));
        }
    }

    synchronized void shutdownWorker(Duration limit, StopTime time) {
        if (worker != null) {
            worker.shutdown(limit, ofRedis(time));
        }
    }

    /** Returns the time limit of a stop for this Redis, which ends early if Redis does not answer. */
    StopTime ofRedis(StopTime time) {
        return time.unless(broker::isSilent);
    }

    void close(StopTime time) {
        closeQuietly("client", () -> client.close(ofRedis(time)));
        closeQuietly("connections", broker);
    }

    private void closeQuietly(String what, AutoCloseable part) {
        try {
            part.close();
        } catch (Exception | Error e) {
            LOG.log(Level.WARNING, () -> "asynq: cannot close the " + what + " of " + url(), e);
        }
    }
}

package io.github.asynqee.messaging.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadFactory;

import io.github.asynqee.BrokerException;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.ServerState;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.RedisStatus;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.engine.Worker;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.config.ConnectorConfig;
import io.github.asynqee.messaging.internal.events.EventBridge;
import io.github.asynqee.messaging.internal.incoming.IncomingChannel;
import io.github.asynqee.worker.WorkerConfig;

/** One Redis as the application uses it: a client that enqueues, and a worker for all channels of handlers. */
public final class RedisInstance {

    private static final Logger LOG = System.getLogger(RedisInstance.class.getName());

    private final RedisConfig redis;
    private final ConnectorConfig config;
    private final EventBridge events;
    private final ThreadFactory threads;
    private final Broker broker;
    private final DefaultAsynqClient client;
    private final RedisProbe probe;
    /** Read without the lock, which a stop holds for as long as the worker takes to end. */
    private volatile Worker worker;

    /**
     * Creates the target. Nothing is connected yet.
     *
     * @param url which Redis
     * @param config how clients and workers work
     * @param payloads writes payloads
     * @param events is told what happens
     * @param threads makes the threads that talk to Redis
     */
    RedisInstance(String url, ConnectorConfig config, PayloadEncoder payloads, EventBridge events,
            ThreadFactory threads) {
        this.redis = RedisConfig.of(url);
        this.config = config;
        this.events = events;
        this.threads = threads;
        this.broker = RedisBroker.connect(redis);
        this.client = DefaultAsynqClient.builder(broker).encoder(payloads).maxWaiting(config.maxWaiting())
                .threads(threads)
                .build();
        this.probe = new RedisProbe(broker::status, threads);
    }

    /** @return the URL, passwords replaced by asterisks */
    public String url() {
        return redis.toString();
    }

    /**
     * How Redis is. Takes a second at most.
     *
     * @return its answer, at most two seconds old
     * @throws BrokerException if it cannot be asked or takes too long
     */
    public RedisStatus status() {
        return probe.status();
    }

    /** @return why Redis does not tell when queues change, so that they are polled; empty if it does */
    public Optional<String> changesRefusal() {
        return broker.queueChanges().refusal();
    }

    /** @return enqueues tasks */
    public DefaultAsynqClient client() {
        return client;
    }

    /** All that can be done to the key space. */
    Broker broker() {
        return broker;
    }

    /** Makes the threads that talk to Redis. */
    ThreadFactory threads() {
        return threads;
    }

    /** @return whether tasks are taken from here */
    public boolean hasWorker() {
        return worker != null;
    }

    /** @return where the worker is in its life; {@link ServerState#NEW} if there is none */
    public ServerState state() {
        Worker current = worker;
        return current == null ? ServerState.NEW : current.state();
    }

    /** @return queue to priority, of the queues tasks are taken from */
    public Map<String, Integer> queues() {
        Worker current = worker;
        return current == null ? Map.of() : new TreeMap<>(current.queues());
    }

    synchronized void start(List<IncomingChannel> channels) {
        WorkerConfig workerConfig = config.worker().toConfig().listener(events.tasks())
                .healthCheck(events.healthChecks(url())).threads(threads).build();
        worker = new Worker(broker, workerConfig, channels.stream().map(IncomingChannel::tasks).toList());
        worker.start();
    }

    synchronized void stopFetching() {
        if (worker != null) {
            worker.stopFetching();
        }
    }

    synchronized void shutdownWorker(Duration limit) {
        if (worker != null) {
            worker.shutdown(limit);
        }
    }

    void close() {
        quietly("client", client);
        quietly("connections", broker);
    }

    private void quietly(String what, AutoCloseable part) {
        try {
            part.close();
        } catch (Exception e) {
            LOG.log(Level.WARNING, () -> "closing the " + what + " of " + url(), e);
        }
    }
}

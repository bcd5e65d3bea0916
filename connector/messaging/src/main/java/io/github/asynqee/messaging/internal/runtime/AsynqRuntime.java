package io.github.asynqee.messaging.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Type;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import jakarta.annotation.PreDestroy;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;
import jakarta.json.bind.JsonbException;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Durability;
import io.github.asynqee.DurabilityRefusedException;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.delivery.TaskCheckpoint;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Scope;
import io.github.asynqee.messaging.internal.events.EventBridge;
import io.github.asynqee.messaging.internal.incoming.Checkpoints;
import io.github.asynqee.messaging.internal.incoming.HandlerRegistry;
import io.github.asynqee.messaging.internal.incoming.IncomingChannel;
import io.github.asynqee.messaging.internal.incoming.LaneSetup;
import io.github.asynqee.messaging.internal.metrics.ApplicationName;
import io.github.asynqee.messaging.internal.metrics.NodeExporters;
import io.github.asynqee.messaging.internal.outgoing.OutgoingChannel;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.payload.UpgradingReader;
import io.github.asynqee.messaging.internal.threads.ContainerThreads;
import io.github.asynqee.messaging.internal.tracing.LogContext;
import io.github.asynqee.messaging.internal.tracing.Tracing;
import io.github.asynqee.messaging.internal.transactions.OutboxReport;
import io.github.asynqee.messaging.internal.transactions.OutboxTarget;
import io.github.asynqee.messaging.internal.transactions.TransactionModule;
import org.jspecify.annotations.Nullable;

/**
 * The connector's parts in one application. Channels and clients are created during deployment; tasks are fetched from
 * the start of the application until it is about to stop.
 *
 * <p>It stops at the first of these events: {@code BeforeDestroyed}, the destruction of this bean,
 * {@code BeforeShutdown} of the CDI container. {@code BeforeDestroyed} is missing if the start of the application
 * fails. Without any event, it stops when it notices that the application's contexts are no longer active.
 */
@ApplicationScoped
public class AsynqRuntime {

    /** Why the runtime has not requested configured channels. */
    public static final String NO_REACTIVE_MESSAGING = "MicroProfile Reactive Messaging does not run in this application. "
            + "Enable it on the server (Open Liberty: feature mpReactiveMessaging-3.0; WildFly: extensions and subsystems "
            + "microprofile-reactive-messaging-smallrye and microprofile-reactive-streams-operators-smallrye), and remove "
            + "its API from WEB-INF/lib (Maven: scope provided)";

    private static final Logger LOG = System.getLogger(AsynqRuntime.class.getName());
    /** Minimum time for the end of lane threads after all tasks are settled. */
    private static final Duration MIN_EXECUTOR_WAIT = Duration.ofMillis(500);
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(5);

    private final ApplicationConfig config;
    private final HandlerRegistry handlers;
    private final Payloads payloads;
    private final EventBridge events;
    private final Instance<RequestContextController> requestContexts;
    private final Tracing tracing;
    private final ApplicationLife life;
    private final TransactionModule transactions;
    private final Map<String, RedisInstance> redisInstances = new LinkedHashMap<>();
    private final Map<String, IncomingChannel> channels = new LinkedHashMap<>();
    private final LaneExecutors executors = new LaneExecutors();
    private final NodeExporters exporters = new NodeExporters();
    private final Set<String> outgoing = ConcurrentHashMap.newKeySet();
    private final List<Consumer<StopTime>> beforeStop = new CopyOnWriteArrayList<>();
    private final AtomicBoolean dead = new AtomicBoolean();
    private @Nullable ThreadFactory threads;
    private @Nullable PeriodicThread look;
    private boolean started;
    private boolean stopped;
    private volatile String application = "";

    /**
     * Creates the runtime; done by the container.
     *
     * @param config the configuration
     * @param handlers the application's handlers
     * @param payloads encodes and decodes payloads
     * @param events fires CDI events
     * @param requestContexts creates request contexts
     * @param tracing traces tasks
     * @param life the life of the application
     * @param transactions the module for transactions
     */
    @Inject
    public AsynqRuntime(ApplicationConfig config, HandlerRegistry handlers, Payloads payloads, EventBridge events,
            Instance<RequestContextController> requestContexts, Tracing tracing, ApplicationLife life,
            TransactionModule transactions) {
        this.config = config;
        this.handlers = handlers;
        this.payloads = payloads;
        this.events = events;
        this.requestContexts = requestContexts;
        this.tracing = tracing;
        this.life = life;
        this.transactions = transactions;
        if (life != null) {
            life.atEnd(this::stop);
        }
    }

    /** Required by the container's client proxy, whose methods call another instance. */
    @SuppressWarnings("NullAway")
    protected AsynqRuntime() {
        this(null, null, null, null, null, null, null, null);
    }

    /**
     * An incoming channel, created by the first call.
     *
     * @param name the channel's name
     * @return the channel
     * @throws ConfigurationException if it cannot be set up
     */
    public synchronized IncomingChannel incoming(String name) {
        return channels.computeIfAbsent(name, this::open);
    }

    private IncomingChannel open(String name) {
        IncomingConfig channel = handlers.configured(config.incomingChannel(name));
        Type element = handlers.elementType(name);
        Type type = channel.tasks().handlesGroups() && element != null ? element : handlers.payloadType(name);
        redis(channel.url());
        try {
            return new IncomingChannel(channel, new LaneSetup(type.getTypeName(), reader(channel, type),
                    payloads, checkpoints(channel), handlers.ackCompletion(name), executors.get(channel.executor()),
                    requestContexts::get,
                    tracing.handlers(name, channel.tracing(), logContext(channel)), this::isAlive));
        } catch (IllegalStateException e) {
            throw new ConfigurationException(Scope.INCOMING.prefix(name) + e.getMessage());
        }
    }

    private @Nullable Checkpoints checkpoints(IncomingConfig channel) {
        Type cursor = handlers.cursorType(channel.channel());
        return cursor == null ? null : new Checkpoints(new TaskCheckpoint.Coding(cursor, payloads, payloads),
                channel.maxSlice().orElse(null));
    }

    private static LogContext logContext(IncomingConfig channel) {
        return channel.logContext() ? LogContext.find() : LogContext.NONE;
    }

    private Payloads.TaskReader reader(IncomingConfig channel, Type type) {
        try {
            return UpgradingReader.of(payloads, type, channel.tasks().versions(), handlers.upgrades())
                    .after(payloads.codecs().decoder());
        } catch (IllegalArgumentException | JsonbException e) {
            throw new ConfigurationException("channel " + channel.channel() + ": payloads cannot be decoded to "
                    + type.getTypeName() + ": " + e.getMessage());
        }
    }

    /**
     * An outgoing channel.
     *
     * @param name the channel's name
     * @return a new subscriber
     */
    public OutgoingChannel outgoing(String name) {
        OutgoingConfig channel = config.outgoingChannel(name);
        outgoing.add(name);
        DefaultAsynqClient client = client(redis(channel.url()), channel.durability(), Scope.OUTGOING.prefix(name))
                .tracedBy(tracing.enqueueing(channel.tracing())).coding(payloads.codecs().encoder(channel.codec()));
        return new OutgoingChannel(channel, payloads, client,
                transactions.client(channel.transactional(), client, this::outbox));
    }

    /** @return the client of the connector's default Redis, with the durability of the connector */
    public AsynqClient client() {
        return transactions.client(config.connector().transactional(),
                client(defaultRedis(), config.connector().durability(), Scope.CONNECTOR.prefix(AsynqConnector.NAME))
                        .tracedBy(tracing.enqueueing(config.connector().tracing()))
                        .coding(payloads.codecs().encoder(config.connector().codec())),
                this::outbox);
    }

    private OutboxTarget outbox() {
        return defaultRedis().outbox(config.connector().outbox(), config.connector().durability());
    }

    /** @return the state of the outbox; empty if none is in use */
    public Optional<OutboxReport> outboxReport() {
        return transactions.outbox();
    }

    private static DefaultAsynqClient client(RedisInstance redis, Durability durability, String prefix) {
        try {
            return redis.client().withDurability(durability);
        } catch (DurabilityRefusedException e) {
            throw new ConfigurationException(prefix + Attribute.DURABILITY.key() + ": " + e.getMessage() + " ("
                    + redis.url() + ")");
        }
    }

    /** @return an inspector of the connector's default Redis */
    public Inspector inspector() {
        return defaultRedis().inspector();
    }

    /** @return the connector's default Redis */
    public RedisInstance defaultRedis() {
        return redis(config.connector().url());
    }

    /**
     * The metrics of the Redis from which a channel receives its tasks.
     *
     * @param channel the name of an incoming channel
     * @return the metrics
     */
    public NodeMetrics metrics(String channel) {
        return redis(config.incomingChannel(channel).url()).metrics();
    }

    /**
     * The clock of the Redis from which a channel receives its tasks.
     *
     * @param channel the name of an incoming channel
     * @return the clock
     */
    public Clock clock(String channel) {
        return redis(config.incomingChannel(channel).url()).broker().clock();
    }

    /** @return every Redis in use */
    public synchronized List<RedisInstance> redisInstances() {
        return List.copyOf(redisInstances.values());
    }

    /** @return every incoming channel */
    public synchronized List<IncomingChannel> channels() {
        return List.copyOf(channels.values());
    }

    private synchronized RedisInstance redis(String url) {
        if (threads == null) {
            threads = ContainerThreads.platform();
        }
        ThreadFactory factory = threads;
        return redisInstances.computeIfAbsent(url, it -> connect(it, factory));
    }

    private RedisInstance connect(String url, ThreadFactory factory) {
        RedisInstance redis = new RedisInstance(url, config.connector(), config.shards().of(url), payloads, events,
                factory);
        exporters.add(redis.url(), redis.metrics());
        return redis;
    }

    /** Starts fetching after the application's own startup code. */
    void start(
            @Observes @Initialized(ApplicationScoped.class) @Priority(Interceptor.Priority.LIBRARY_AFTER) Object event) {
        StartSignal.whenStarted(event, () -> startNow(event));
    }

    private synchronized void startNow(Object event) {
        if (started || stopped) {
            return;
        }
        started = true;
        application = ApplicationName.of(event);
        tracing.start();
        if (config.connector().metricsEnabled()) {
            exporters.start(application);
        }
        redisInstances.forEach((url, redis) -> {
            List<IncomingChannel> here = channels.values().stream()
                    .filter(channel -> channel.config().url().equals(url)).toList();
            if (!here.isEmpty()) {
                redis.start(here);
            }
            LOG.log(Level.INFO, StartupLog.line(redis.url(), here));
        });
        Set<String> unrequested = unrequestedChannels();
        if (!unrequested.isEmpty()) {
            LOG.log(Level.ERROR, "asynq: channels {0} do not work: {1}", unrequested, NO_REACTIVE_MESSAGING);
        }
        transactions.start(() -> application);
        if (!channels.isEmpty()) {
            look = PeriodicThread.delayed("asynq-application", LOOK_INTERVAL, threads, this::look);
            look.start();
        }
    }

    /** The name of the application; empty before it has started. */
    public String application() {
        return application;
    }

    /**
     * The channels that Reactive Messaging has not requested. It requests all of them during the deployment.
     *
     * @return their names; not empty only if it does not run in the application
     */
    public synchronized Set<String> unrequestedChannels() {
        Set<String> names = new TreeSet<>(config.incoming().keySet());
        names.addAll(config.outgoing().keySet());
        names.removeAll(channels.keySet());
        names.removeAll(outgoing);
        return names;
    }

    private void look() {
        if (isAlive()) {
            channels().forEach(IncomingChannel::offerRefusedLanes);
        }
    }

    /** Whether the application's beans can be used; otherwise stops the connector on a separate thread. */
    boolean isAlive() {
        boolean alive = life.isAlive();
        if (!alive && !isStopped() && dead.compareAndSet(false, true)) {
            LOG.log(Level.WARNING, "asynq: the application has ended without an event; requeueing its tasks and "
                    + "stopping the connector");
            // do not use the container's threads, because the application has ended
            Thread stopping = new Thread(this::stop, "asynq-stop");
            stopping.setDaemon(true);
            stopping.start();
        }
        return alive;
    }

    /** @return whether the tasks of every incoming channel are fetched, or were until the connector stopped */
    public synchronized boolean hasStarted() {
        return channels.values().stream().allMatch(channel -> redis(channel.config().url()).hasWorker());
    }

    /** @return whether the connector has stopped, or is about to */
    public synchronized boolean isStopped() {
        return stopped;
    }

    /** Adds an action to run before the workers are stopped; it gets the time that all parts share. */
    void beforeStop(Consumer<StopTime> stop) {
        beforeStop.add(stop);
    }

    /** Stops fetching tasks; running handlers and background services continue. */
    public void stopFetching() {
        StopTime time = StopTime.of(Broker.STOP_TIME);
        redisInstances().forEach(redis -> redis.stopFetching(time));
    }

    /** Receives task events. */
    TaskListener listener() {
        return events.tasks(() -> defaultRedis().eventDropped());
    }

    /** Stops the connector before the application's own beans are destroyed. */
    void stop(
            @Observes @BeforeDestroyed(ApplicationScoped.class) @Priority(Interceptor.Priority.LIBRARY_BEFORE) Object event) {
        stop();
    }

    /** Stops all running parts; a second call has no effect. */
    @PreDestroy
    void stop() {
        synchronized (this) {
            if (stopped) {
                return;
            }
            stopped = true;
        }
        StopTime time = StopTime.of(Broker.STOP_TIME);
        beforeStop.forEach(part -> attempt(() -> part.accept(time)));
        long end = System.nanoTime() + config.connector().shutdownTimeout().toNanos();
        List<RedisInstance> all = redisInstances();
        if (look != null) {
            attempt(look::stop);
        }
        channels().forEach(channel -> attempt(channel::stopping));
        all.forEach(redis -> attempt(() -> redis.stopFetching(time)));
        all.forEach(redis -> attempt(() -> redis.shutdownWorker(left(end, Duration.ZERO), time)));
        time.exclude(() -> attempt(() -> executors.stop(left(end, MIN_EXECUTOR_WAIT))));
        attempt(() -> transactions.stop(time));
        attempt(exporters::close);
        all.forEach(redis -> attempt(() -> redis.close(time)));
        attempt(events::close);
        attempt(payloads::close);
    }

    /** Continues stopping after a failure; otherwise threads and connections would remain until the JVM ends. */
    private static void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "could not stop a part of the connector", e);
        }
    }

    private static Duration left(long end, Duration min) {
        Duration left = Duration.ofNanos(end - System.nanoTime());
        return left.compareTo(min) < 0 ? min : left;
    }
}

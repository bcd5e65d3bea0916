package io.github.asynqee.messaging.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;

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

import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.ConfigurationException;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.messaging.internal.config.Scope;
import io.github.asynqee.messaging.internal.events.EventBridge;
import io.github.asynqee.messaging.internal.incoming.HandlerRegistry;
import io.github.asynqee.messaging.internal.incoming.IncomingChannel;
import io.github.asynqee.messaging.internal.outgoing.DeadLetterChannel;
import io.github.asynqee.messaging.internal.outgoing.OutgoingChannel;
import io.github.asynqee.messaging.internal.payload.PayloadReader;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.threads.ContainerThreads;

/**
 * Everything the connector has running in one application. Channels and clients come into being while the application
 * is deployed; tasks are fetched from the moment it has started until it is about to stop.
 */
@ApplicationScoped
public class AsynqRuntime {

    private static final Logger LOG = System.getLogger(AsynqRuntime.class.getName());
    /** How long what is done after all tasks are settled may take. */
    private static final Duration LEAST_WAIT = Duration.ofMillis(500);

    private final ApplicationConfig config;
    private final HandlerRegistry handlers;
    private final Payloads payloads;
    private final EventBridge events;
    private final Instance<RequestContextController> requestContexts;
    private final Map<String, RedisInstance> targets = new LinkedHashMap<>();
    private final Map<String, IncomingChannel> channels = new LinkedHashMap<>();
    private final LaneExecutors executors = new LaneExecutors();
    private ThreadFactory threads;
    private boolean started;
    private boolean stopped;

    /**
     * Creates the runtime; done by the container.
     *
     * @param config the configuration
     * @param handlers what the application's code says about its channels
     * @param payloads reads and writes payloads
     * @param events is told what happens
     * @param requestContexts makes request contexts
     */
    @Inject
    public AsynqRuntime(ApplicationConfig config, HandlerRegistry handlers, Payloads payloads, EventBridge events,
            Instance<RequestContextController> requestContexts) {
        this.config = config;
        this.handlers = handlers;
        this.payloads = payloads;
        this.events = events;
        this.requestContexts = requestContexts;
    }

    /** Needed by the container for its proxy. */
    protected AsynqRuntime() {
        this(null, null, null, null, null);
    }

    /**
     * A channel of handlers.
     *
     * @param name its name
     * @return the channel, always the same
     * @throws ConfigurationException if it cannot be set up
     */
    public synchronized IncomingChannel incoming(String name) {
        return channels.computeIfAbsent(name, this::open);
    }

    private IncomingChannel open(String name) {
        IncomingConfig channel = withDeadLetters(handlers.configured(config.incoming().get(name)));
        Type type = channel.tasks().handlesGroups() ? handlers.elementType(name) : handlers.payloadType(name);
        target(channel.url());
        try {
            return new IncomingChannel(channel, new IncomingChannel.Setup(type.getTypeName(), reader(name, type),
                    payloads, handlers.acknowledging(name), executors.get(channel.executor()), requestContexts::get));
        } catch (IllegalStateException e) {
            throw new ConfigurationException(Scope.INCOMING.prefix(name) + e.getMessage());
        }
    }

    private IncomingConfig withDeadLetters(IncomingConfig channel) {
        if (channel.deadLetter() == null) {
            return channel;
        }
        OutgoingConfig letters = config.outgoing().get(channel.deadLetter());
        return channel.withDeadLetters(new DeadLetterChannel(letters, target(letters.url()).client()));
    }

    private PayloadReader reader(String channel, Type type) {
        try {
            return payloads.reader(type);
        } catch (IllegalArgumentException | JsonbException e) {
            throw new ConfigurationException("channel " + channel + ": there is no way to read payloads of type "
                    + type.getTypeName() + ": " + e.getMessage());
        }
    }

    /**
     * A channel of tasks to enqueue.
     *
     * @param name its name
     * @return a new subscriber
     */
    public OutgoingChannel outgoing(String name) {
        OutgoingConfig channel = config.outgoing().get(name);
        return new OutgoingChannel(channel, target(channel.url()).client());
    }

    /** @return the client for the Redis of the application as a whole */
    public DefaultAsynqClient client() {
        return target(config.connector().url()).client();
    }

    /** @return the Redis of the application as a whole */
    public RedisInstance target() {
        return target(config.connector().url());
    }

    /** @return every Redis in use */
    public synchronized List<RedisInstance> targets() {
        return List.copyOf(targets.values());
    }

    /** @return every channel of handlers */
    public synchronized List<IncomingChannel> channels() {
        return List.copyOf(channels.values());
    }

    private synchronized RedisInstance target(String url) {
        if (threads == null) {
            threads = ContainerThreads.platform();
        }
        return targets.computeIfAbsent(url, u -> new RedisInstance(u, config.connector(), payloads, events, threads));
    }

    /** Starts fetching, after the application's own start-up code has run. */
    synchronized void start(
            @Observes @Initialized(ApplicationScoped.class) @Priority(Interceptor.Priority.LIBRARY_AFTER) Object event) {
        if (started) {
            return;
        }
        started = true;
        targets.forEach((url, target) -> {
            List<IncomingChannel> here = channels.values().stream()
                    .filter(channel -> channel.config().url().equals(url)).toList();
            if (!here.isEmpty()) {
                target.start(here);
            }
            StartupLog.of(target, here).forEach(line -> LOG.log(Level.INFO, line));
            StartupLog.partlyHandled(here, config.connector()).forEach(line -> LOG.log(Level.WARNING, line));
        });
    }

    /** Stops fetching; what runs goes on, and so does everything else. */
    public void stopFetching() {
        targets().forEach(RedisInstance::stopFetching);
    }

    /** @return who is told of tasks */
    TaskListener listener() {
        return events.tasks();
    }

    /** Stops everything, before the application's own beans go. */
    void stop(
            @Observes @BeforeDestroyed(ApplicationScoped.class) @Priority(Interceptor.Priority.LIBRARY_BEFORE) Object event) {
        synchronized (this) {
            if (stopped) {
                return;
            }
            stopped = true;
        }
        long end = System.nanoTime() + config.connector().shutdownTimeout().toNanos();
        List<RedisInstance> all = targets();
        channels().forEach(IncomingChannel::stopping);
        all.forEach(RedisInstance::stopFetching);
        all.forEach(target -> target.shutdownWorker(left(end, Duration.ZERO)));
        executors.stop(left(end, LEAST_WAIT));
        all.forEach(RedisInstance::close);
        events.close();
        payloads.close();
    }

    private static Duration left(long end, Duration least) {
        Duration left = Duration.ofNanos(end - System.nanoTime());
        return left.compareTo(least) < 0 ? least : left;
    }
}

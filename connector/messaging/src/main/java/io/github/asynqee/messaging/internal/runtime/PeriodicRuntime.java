package io.github.asynqee.messaging.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Inject;
import jakarta.interceptor.Interceptor;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.cron.PeriodicTaskManager;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.periodic.ConfiguredEntries;
import io.github.asynqee.periodic.PeriodicEntry;
import io.github.asynqee.periodic.PeriodicTaskProvider;
import org.jspecify.annotations.Nullable;

/** Enqueues the application's periodic tasks from its start until it is about to stop. */
@ApplicationScoped
public class PeriodicRuntime {

    private static final Logger LOG = System.getLogger(PeriodicRuntime.class.getName());

    private final AsynqRuntime runtime;
    private final ApplicationConfig config;
    private final ConfiguredEntries entries;
    private final Payloads payloads;
    private final Instance<PeriodicTaskProvider> providers;
    private final List<PeriodicTaskManager> provided = new ArrayList<>();
    private final List<PeriodicThread> refreshers = new ArrayList<>();
    /** Threads that run code of the application. */
    private final Set<Thread> applicationThreads = ConcurrentHashMap.newKeySet();
    private @Nullable PeriodicScheduler scheduler;
    private @Nullable PeriodicThread thread;
    private boolean loaded;
    private boolean stopped;

    /**
     * Creates the runtime; done by the container.
     *
     * @param runtime the Redis instances
     * @param config the configuration
     * @param entries periodic tasks of the configuration and of annotated methods
     * @param payloads encodes payloads
     * @param providers provide further periodic tasks
     */
    @Inject
    public PeriodicRuntime(AsynqRuntime runtime, ApplicationConfig config, ConfiguredEntries entries, Payloads payloads,
            @Any Instance<PeriodicTaskProvider> providers) {
        this.runtime = runtime;
        this.config = config;
        this.entries = entries;
        this.payloads = payloads;
        this.providers = providers;
    }

    /** Required by the container's client proxy, whose methods call another instance. */
    @SuppressWarnings("NullAway")
    protected PeriodicRuntime() {
        this(null, null, null, null, null);
    }

    /** @return the application's scheduler; its entries are loaded when the application starts */
    public synchronized PeriodicScheduler scheduler() {
        if (scheduler == null) {
            scheduler = PeriodicScheduler.builder(runtime.defaultRedis().broker()).encoder(payloads)
                    .payloadExecutor(this::produce)
                    .listener(runtime.listener()).build();
        }
        return scheduler;
    }

    /** Runs a payload method on its own thread, because a slow method must not delay other entries. */
    private void produce(Runnable work) {
        Thread producer = interruptible(work);
        producer.setName("asynq-payload");
        try {
            producer.start();
        } catch (RuntimeException | Error e) {
            applicationThreads.remove(producer);
            throw e;
        }
    }

    /** A new thread that is interrupted when the application stops. */
    private Thread interruptible(Runnable work) {
        Thread thread = runtime.defaultRedis().threads().newThread(() -> {
            try {
                work.run();
            } finally {
                applicationThreads.remove(Thread.currentThread());
            }
        });
        // a stopping container may refuse to create threads
        if (thread == null) {
            throw new RejectedExecutionException("the container's ManagedThreadFactory returned no thread");
        }
        applicationThreads.add(thread);
        return thread;
    }

    /**
     * Loads the periodic tasks after the application's own startup code and before any task is fetched, so that an
     * invalid entry fails the start. Calls code of the application, without holding the lock.
     */
    void load(
            @Observes @Initialized(ApplicationScoped.class) @Priority(Interceptor.Priority.LIBRARY_AFTER
                    - 1) Object event) {
        synchronized (this) {
            if (loaded) {
                return;
            }
            loaded = true;
        }
        runtime.beforeStop(this::stop);
        List<PeriodicTaskManager> supplied = providers.stream().map(it -> new PeriodicTaskManager(scheduler(), it))
                .toList();
        try {
            entries.tasks().forEach(task -> scheduler().put(task));
            entries.neverDue(Instant.now()).forEach(name -> LOG.log(Level.WARNING,
                    "asynq: periodic task \"{0}\" never runs: its cron spec matches no date within five years", name));
            supplied.forEach(PeriodicTaskManager::load);
        } catch (InvalidTaskException e) {
            throw new ConfigurationException(e.getMessage());
        }
        synchronized (this) {
            provided.addAll(supplied);
        }
    }

    /** Starts the scheduler after the workers. */
    void start(
            @Observes @Initialized(ApplicationScoped.class) @Priority(Interceptor.Priority.LIBRARY_AFTER
                    + 1) Object event) {
        StartSignal.whenStarted(event, this::startNow);
    }

    private synchronized void startNow() {
        if (stopped || thread != null || !refreshers.isEmpty() || entries.tasks().isEmpty() && provided.isEmpty()) {
            return;
        }
        Duration refresh = config.connector().cronRefreshInterval();
        provided.forEach(it -> refreshers.add(PeriodicThread.delayed("asynq-periodic-refresh", refresh,
                this::interruptible, it::runOnce)));
        refreshers.forEach(PeriodicThread::start);
        if (config.connector().cronEnabled()) {
            thread = scheduler().start(runtime.defaultRedis().threads());
            LOG.log(Level.INFO, "asynq: periodic tasks enqueued at {0}: {1}", runtime.defaultRedis().url(),
                    scheduler().entries().stream().map(PeriodicEntry::name).collect(Collectors.joining(", ")));
        }
    }

    /** Stops the scheduler before the workers. Other nodes continue; nothing is removed from Redis. */
    void stop(StopTime stop) {
        synchronized (this) {
            if (stopped) {
                return;
            }
            stopped = true;
        }
        StopTime time = runtime.defaultRedis().ofRedis(stop);
        refreshers.forEach(PeriodicThread::stop);
        if (thread != null) {
            thread.stop(time);
        }
        applicationThreads.forEach(Thread::interrupt);
        refreshers.forEach(it -> it.join(time));
    }
}

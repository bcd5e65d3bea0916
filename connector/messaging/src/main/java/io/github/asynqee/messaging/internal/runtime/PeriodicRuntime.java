package io.github.asynqee.messaging.internal.runtime;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;

import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.BeforeDestroyed;
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
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.ConfigurationException;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.periodic.ConfiguredEntries;
import io.github.asynqee.periodic.PeriodicEntry;
import io.github.asynqee.periodic.PeriodicTaskProvider;

/** Enqueues the application's periodic tasks, from the moment it has started until it is about to stop. */
@ApplicationScoped
public class PeriodicRuntime {

    private static final Logger LOG = System.getLogger(PeriodicRuntime.class.getName());
    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);

    private final AsynqRuntime runtime;
    private final ApplicationConfig config;
    private final ConfiguredEntries entries;
    private final Payloads payloads;
    private final Instance<PeriodicTaskProvider> providers;
    private final List<PeriodicTaskManager> provided = new ArrayList<>();
    private final List<PeriodicThread> refreshers = new ArrayList<>();
    /** Threads that run the application's code. */
    private final Set<Thread> asking = ConcurrentHashMap.newKeySet();
    private PeriodicScheduler scheduler;
    private PeriodicThread thread;
    private boolean loaded;
    private boolean stopped;

    /**
     * Creates the runtime; done by the container.
     *
     * @param runtime has the Redis
     * @param config the configuration
     * @param entries periodic tasks of the configuration and of annotated methods
     * @param payloads writes payloads
     * @param providers supply further ones
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

    /** Needed by the container for its proxy. */
    protected PeriodicRuntime() {
        this(null, null, null, null, null);
    }

    /** @return the application's scheduler; its entries are there when the application has started */
    public synchronized PeriodicScheduler scheduler() {
        if (scheduler == null) {
            scheduler = PeriodicScheduler.builder(runtime.target().broker()).encoder(payloads)
                    .payloadExecutor(this::produce)
                    .listener(runtime.listener()).build();
        }
        return scheduler;
    }

    /** On a thread of its own, so that a slow method does not hold up other entries. */
    private void produce(Runnable work) {
        Thread producer = interruptible(work);
        producer.setName("asynq-payload");
        try {
            producer.start();
        } catch (RuntimeException | Error e) {
            asking.remove(producer);
            throw e;
        }
    }

    /** A thread that is interrupted when the application stops. */
    private Thread interruptible(Runnable work) {
        Thread made = runtime.target().threads().newThread(() -> {
            try {
                work.run();
            } finally {
                asking.remove(Thread.currentThread());
            }
        });
        // a container that is stopping may refuse to make threads
        if (made == null) {
            throw new RejectedExecutionException("the server gives no thread");
        }
        asking.add(made);
        return made;
    }

    /**
     * Finds out what is to be enqueued, after the application's own start-up code has run and before any task is
     * fetched: if something is wrong, nothing runs. Asks the application's code, which may take its time, and holds up
     * nobody else meanwhile.
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
        List<PeriodicTaskManager> supplied = providers.stream().map(it -> new PeriodicTaskManager(scheduler(), it))
                .toList();
        try {
            entries.tasks().forEach(task -> scheduler().put(task));
            supplied.forEach(PeriodicTaskManager::load);
        } catch (InvalidTaskException e) {
            throw new ConfigurationException(e.getMessage());
        }
        synchronized (this) {
            provided.addAll(supplied);
        }
    }

    /** Starts enqueueing what was loaded, after the first tasks are fetched. */
    synchronized void start(
            @Observes @Initialized(ApplicationScoped.class) @Priority(Interceptor.Priority.LIBRARY_AFTER
                    + 1) Object event) {
        if (stopped || thread != null || !refreshers.isEmpty() || entries.tasks().isEmpty() && provided.isEmpty()) {
            return;
        }
        Duration refresh = config.connector().cron().refreshInterval();
        provided.forEach(it -> refreshers.add(PeriodicThread.delayed("asynq-periodic-refresh", refresh,
                this::interruptible, it::runOnce)));
        refreshers.forEach(PeriodicThread::start);
        if (config.connector().cron().enabled()) {
            thread = scheduler().start(runtime.target().threads());
            LOG.log(Level.INFO, "asynq enqueues periodic tasks at {0}: {1}", runtime.target().url(),
                    scheduler().entries().stream().map(PeriodicEntry::name).collect(Collectors.joining(", ")));
        }
    }

    /** Stops enqueueing, before anything else stops. Other nodes go on; nothing is taken out of Redis. */
    void stop(
            @Observes @BeforeDestroyed(ApplicationScoped.class) @Priority(Interceptor.Priority.LIBRARY_BEFORE
                    - 1) Object event) {
        synchronized (this) {
            if (stopped) {
                return;
            }
            stopped = true;
        }
        // nothing is started any more
        refreshers.forEach(PeriodicThread::stop);
        if (thread != null) {
            thread.stop(LONGEST_STOP);
        }
        asking.forEach(Thread::interrupt);
        refreshers.forEach(it -> it.join(LONGEST_STOP));
    }
}

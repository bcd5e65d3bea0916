package io.github.asynqee.console.alert;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;

import io.github.asynqee.console.notify.Targets;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.problem.Problems;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.Signal;
import io.github.asynqee.redis.BrokerException;

/**
 * Evaluates the alerts of one Redis and sends messages. Every node has an instance; only the node with the lease works.
 * It writes changes before and after each message, and only while it has the lease. If the node dies between these
 * writes, the next node sends the message again.
 */
public final class AlertRunner implements AutoCloseable {

    private static final Logger LOG = System.getLogger(AlertRunner.class.getName());
    /** Pause between two attempts to get the lease; less than half of the time that a lease lasts. */
    private static final Duration LOOK = Duration.ofSeconds(10);
    /** Sampling takes at most one part in this number of the time. */
    private static final int SHARE = 10;
    private static final int UNAVAILABLE = 503;

    private final FailureLog troubles = new FailureLog(LOG);
    private final IncidentStore store;
    private final SettingsStore settings;
    private final Function<Instant, Sample> source;
    private final Clock clock;
    private final Duration interval;
    private final Sender sender;
    private final List<String> targets;
    private final String node;
    private final Lifecycle lifecycle = new Lifecycle(() -> UUID.randomUUID().toString());
    private final String holder = UUID.randomUUID().toString();
    private final Signal wakeUps = new Signal();
    private AlertConditions conditions = new AlertConditions();
    private AlertSettings known;
    private Instant nextSample = Instant.MIN;
    private volatile boolean isSampleWanted;
    private volatile boolean stopped;
    private PeriodicThread thread;

    /**
     * Creates a runner.
     *
     * @param executor executes commands on the keys of the alerts
     * @param source reads the state of Redis
     * @param interval time between two samples
     * @param targets where messages are sent
     * @param node the name of this node for users
     */
    AlertRunner(RedisExecutor executor, Function<Instant, Sample> source, Clock clock, Duration interval,
            Targets targets, String node) {
        this.store = new IncidentStore(executor);
        this.settings = new SettingsStore(executor);
        this.source = source;
        this.clock = clock;
        this.interval = interval;
        this.sender = new Sender(store, targets, holder, clock);
        this.targets = targets.names();
        this.node = node;
    }

    /** Starts the thread. */
    public void start(ThreadFactory threads) {
        thread = PeriodicThread.of("asynq-console-alerts", LOOK, threads, new Looks());
        thread.start();
    }

    /** Takes a new sample at once, because the settings have changed. */
    public void wake() {
        isSampleWanted = true;
        wakeUps.set();
    }

    /** The thread's task. */
    private final class Looks implements PeriodicJob {

        @Override
        public Duration runOnce() {
            if (isSampleWanted) {
                isSampleWanted = false;
                nextSample = Instant.MIN;
            }
            return tick();
        }

        @Override
        public Signal wakeup() {
            return wakeUps;
        }
    }

    /** Takes a sample and sends messages, if this node has the lease. Returns the time until the next call. */
    Duration tick() {
        try {
            AlertSettings rules = rules();
            if (!claim()) {
                conditions = new AlertConditions();
                nextSample = Instant.MIN;
                return LOOK;
            }
            Map<String, Incident> incidents = store.read().incidents();
            if (!clock.instant().isBefore(nextSample)) {
                incidents = look(incidents, rules);
            }
            if (incidents != null && !stopped) {
                sender.send(incidents.values(), rules);
            }
            troubles.succeeded(store);
            return pause();
        } catch (RuntimeException e) {
            if (e instanceof BrokerException) {
                troubles.failed(store, e, () -> "Evaluating alerts failed and is repeated: " + e);
            } else {
                boolean outage = Problems.of(e).status() == UNAVAILABLE || e instanceof ProblemException;
                LOG.log(outage ? Level.DEBUG : Level.ERROR, "Evaluating alerts failed.", e);
            }
            return LOOK;
        }
    }

    /** Takes or extends the lease. Does nothing after the end, because then only the expiry would release the lease. */
    private synchronized boolean claim() {
        return !stopped && store.claim(holder);
    }

    /**
     * Returns the settings. In a cluster they may be on a node that is down; then the last known settings are used.
     * Therefore every node reads the settings.
     */
    private AlertSettings rules() {
        try {
            known = settings.read();
        } catch (BrokerException e) {
            if (known == null || !FailureLog.isOutage(e)) {
                throw e;
            }
            LOG.log(Level.DEBUG, "The settings of the alerts cannot be read.", e);
        }
        return known;
    }

    private Duration pause() {
        Duration rest = Duration.between(clock.instant(), nextSample);
        return rest.compareTo(LOOK) > 0 ? LOOK : rest.isNegative() ? Duration.ZERO : rest;
    }

    /** The incidents after a sample; {@code null} if the lease was lost. */
    private Map<String, Incident> look(Map<String, Incident> before, AlertSettings rules) {
        Instant start = clock.instant();
        Sample sample = source.apply(start);
        List<Finding> found = conditions.of(sample, rules);
        Map<String, Incident> after = new LinkedHashMap<>();
        lifecycle
                .next(List.copyOf(before.values()), found, incident -> conditions.absence(incident, rules), rules,
                        start)
                .forEach(each -> after.put(each.id(), each));
        List<Incident> over = after.values().stream().filter(this::isOver).toList();
        over.forEach(each -> after.remove(each.id()));
        List<String> removed = before.keySet().stream().filter(id -> !after.containsKey(id)).toList();
        List<Incident> changed = new ArrayList<>(after.values());
        changed.removeIf(each -> each.equals(before.get(each.id())));
        Duration took = Duration.between(start, clock.instant());
        Duration rest = took.multipliedBy(SHARE);
        nextSample = start.plus(rest.compareTo(interval) > 0 ? rest : interval);
        boolean saved = store.save(holder, changed, removed, over, new AlertStatus(start, node, took.toMillis()));
        return saved ? after : null;
    }

    private boolean isOver(Incident incident) {
        Instant now = clock.instant();
        return incident.resolvedAt() != null
                && targets.stream().allMatch(target -> Lifecycle.isOver(incident, target, now));
    }

    private synchronized void release() {
        store.release(holder);
    }

    /** Ends after the current step; another node can take over at once. */
    @Override
    public void close() {
        stopped = true;
        if (thread != null) {
            thread.stop();
        }
        try {
            release();
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "The lease was not released; it will expire.", e);
        }
    }
}

package io.github.asynqee.internal.fetch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.broker.QueueChanges;
import io.github.asynqee.internal.broker.QueueChanges.QueueLook;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.Signal;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.worker.WorkerConfig;

/**
 * Dequeues tasks for which a lane is free or expected to be free soon, in the order of {@link QueueOrder}. A queue
 * without such tasks is requested again when it changes; if changes are not notified, after a pause that grows up to
 * the check interval. A queue whose request failed is retried after a growing pause.
 */
public final class Fetcher implements PeriodicJob {

    private static final Logger LOG = System.getLogger(Fetcher.class.getName());
    private static final Duration MAX_REST = Duration.ofSeconds(5);
    /** Time without a watched queue after which notifications cost more than they save. */
    private static final Duration UNWATCHED = Duration.ofMillis(250);

    private final WorkerCommands commands;
    private final MaintenanceCommands maintenance;
    private final Router router;
    private final QueueOrder order;
    private final WorkerConfig config;
    private final TaskDispatcher dispatcher;
    private final Predicate<String> isBehind;
    private final WorkerMetrics metrics;
    private final LookBudget lookBudget;
    private final PollPause pollPause;
    private final LongSupplier nanoTime;
    private final Signal signal = new Signal();
    /** Replaced, never changed, by the fetcher's thread when shards are added. */
    private volatile Map<String, QueueState> queues = Map.of();
    private final QueueChanges changes;
    private final FailureLog fetchFailures = new FailureLog(LOG);
    private final FailureLog lookFailures = new FailureLog(LOG);
    private long lastWatched;
    private boolean watching;
    private volatile boolean stopped;

    /**
     * Creates a fetcher.
     *
     * @param isBehind whether too many outcomes of a queue are unwritten to fetch further tasks of it
     */
    public Fetcher(Broker broker, Router router, WorkerConfig config, TaskDispatcher dispatcher,
            Predicate<String> isBehind, WorkerMetrics metrics) {
        this(broker, router, config, dispatcher, isBehind, metrics, new LookBudget(LookBudget.USED_UP), new Random(),
                System::nanoTime);
    }

    /**
     * @param lookBudget limits what looking behind the tasks of others costs Redis
     * @param random decides the order of queues
     * @param nanoTime the clock of all pauses
     */
    Fetcher(Broker broker, Router router, WorkerConfig config, TaskDispatcher dispatcher, Predicate<String> isBehind,
            WorkerMetrics metrics, LookBudget lookBudget, Random random, LongSupplier nanoTime) {
        this.commands = broker.workerCommands();
        this.maintenance = broker.maintenanceCommands();
        this.router = router;
        this.order = new QueueOrder(router.places(), router::place, config.strictPriority(), random);
        this.config = config;
        this.dispatcher = dispatcher;
        this.isBehind = isBehind;
        this.metrics = metrics;
        this.lookBudget = lookBudget;
        this.pollPause = new PollPause(config.taskCheckInterval());
        this.nanoTime = nanoTime;
        this.changes = broker.queueChanges();
        lastWatched = nanoTime.getAsLong();
        addQueues();
    }

    /** Adds the queues that the router knows and the fetcher does not; returns them. */
    private List<QueueState> addQueues() {
        Map<String, Integer> consumed = router.priorities();
        if (consumed.size() == queues.size()) {
            return List.of();
        }
        List<QueueState> added = consumed.keySet().stream().filter(queue -> !queues.containsKey(queue))
                .map(name -> new QueueState(name, router.routes(name), config, lookBudget, pollPause, nanoTime))
                .toList();
        Map<String, QueueState> all = new LinkedHashMap<>(queues);
        added.forEach(queue -> all.put(queue.name(), queue));
        pollPause.queues(all.size());
        queues = all;
        return added;
    }

    /** A lane has become free, or shards were added. */
    public void demand() {
        signal.set();
    }

    /** A queue has changed. */
    public void changed(String queue) {
        QueueState state = queues.get(queue);
        // a queue that was added just now is asked in any case
        if (state != null) {
            state.changed();
            signal.set();
        }
    }

    /** A task was requeued to the head of its queue. */
    public void requeued(String queue) {
        queues.get(queue).requeued();
        signal.set();
    }

    @Override
    public Duration runOnce() {
        List<QueueState> added = addQueues();
        if (watching) {
            lastWatched = nanoTime.getAsLong();
        }
        watching = false;
        FetchRound round = new FetchRound(router, router.channels(), nanoTime.getAsLong());
        if (!added.isEmpty()) {
            added.forEach(QueueState::readFirst);
            watch(added, round);
        }
        if (fetchFromAll(round)) {
            return Duration.ZERO;
        }
        watching = queues.values().stream().anyMatch(QueueState::awaitsChange);
        return untilNextIsDue(round);
    }

    @Override
    public Signal wakeup() {
        return signal;
    }

    @Override
    public Duration minRest() {
        return Duration.ZERO;
    }

    @Override
    public void stopping() {
        stopped = true;
    }

    /**
     * Fetches once from each queue that may have tasks, in a new order each time, and watches those that have no more.
     * Returns whether to start another round at once.
     */
    private boolean fetchFromAll(FetchRound round) {
        List<QueueState> inOrder = dueInOrder(round);
        boolean again = false;
        int rivalsFrom = 0;
        for (int i = 0; i < inOrder.size() && !stopped; i++) {
            QueueState queue = inOrder.get(i);
            if (i >= rivalsFrom) {
                rivalsFrom = endOfPlace(inOrder, i);
            }
            if (isBehind.test(queue.name())) {
                queue.pauses().behind(nanoTime.getAsLong());
            } else {
                again |= fetch(queue, inOrder.subList(rivalsFrom, inOrder.size()), i + 1 < inOrder.size(), round);
            }
        }
        return watch(inOrder, round) || again;
    }

    private List<QueueState> dueInOrder(FetchRound round) {
        List<String> due = new ArrayList<>();
        for (QueueState queue : queues.values()) {
            if (queue.isDue(round)) {
                due.add(queue.name());
            }
        }
        return due.isEmpty() ? List.of() : order.of(due).stream().map(queues::get).toList();
    }

    /** The index behind the queues that have the same place as one of them; those of a place follow each other. */
    private int endOfPlace(List<QueueState> inOrder, int index) {
        String place = router.place(inOrder.get(index).name());
        int end = index + 1;
        while (end < inOrder.size() && router.place(inOrder.get(end).name()).equals(place)) {
            end++;
        }
        return end;
    }

    /**
     * Fetches from a queue.
     *
     * @param later the queues of later places
     * @param hasLater whether queues follow in this round, of the same place or of a later one
     * @return whether the queue, or a queue without a share, may have more
     */
    private boolean fetch(QueueState queue, List<QueueState> later, boolean hasLater, FetchRound round) {
        int all = 0;
        boolean withoutShare = false;
        for (RouteProgress route : queue.routes()) {
            boolean wants = queue.wants(route, round);
            route.want(wants ? share(queue, route.channel(), later, round) : 0);
            withoutShare |= wants && route.wanted() == 0;
            all += route.wanted();
        }
        if (all == 0) {
            // the queue without a share may be the only one with tasks
            return withoutShare;
        }
        limit(queue.routes(), all);
        DequeuedTasks tasks = take(queue);
        if (hasLater) {
            tasks.leases().forEach(round::taken);
        }
        return withoutShare || tasks.size() > 0 || !queue.isToBeWatched();
    }

    /** The number of tasks to take for a channel, while later queues may have tasks for it, too. */
    private int share(QueueState queue, Channel channel, List<QueueState> later, FetchRound round) {
        List<String> rivals = new ArrayList<>();
        String known = null;
        for (QueueState other : later) {
            String place = router.place(other.name());
            // one of each place is enough: of many queues that were found by a pattern
            if (!place.equals(known) && other.isDueFor(channel, round)) {
                rivals.add(other.name());
                known = place;
            }
        }
        return round.wanted(queue.name(), channel, order.share(round.room(channel), queue.name(), rivals));
    }

    /** Limits a request to one batch; each route that wants tasks gets at least one. */
    private void limit(List<RouteProgress> routes, int all) {
        if (all > config.fetchBatch()) {
            routes.stream().filter(route -> route.wanted() > 0).forEach(
                    route -> route.want(Math.max(1, (int) ((long) route.wanted() * config.fetchBatch() / all))));
        }
    }

    /** Takes tasks and dispatches them. */
    private DequeuedTasks take(QueueState queue) {
        try {
            DequeuedTasks tasks = queue.take(commands);
            fetchFailures.succeeded(queue.name());
            metrics.fetched(tasks.size());
            dispatcher.dispatch(queue.name(), tasks);
            queue.backlogToReport().ifPresent(ahead -> report(queue.name(), ahead));
            return tasks;
        } catch (BrokerException e) {
            queue.pauses().failed(nanoTime.getAsLong());
            fetchFailures.failed(queue.name(), e,
                    () -> "fetching from queue " + queue.name() + " failed and is retried: " + e.getMessage());
            return DequeuedTasks.NONE;
        }
    }

    private void report(String queue, long ahead) {
        try {
            maintenance.reportBacklogAhead(queue, ahead, QueueScan.REPORT_LIFE);
        } catch (BrokerException e) {
            LOG.log(Level.DEBUG, () -> "the backlog of queue \"" + queue + "\" is not reported: " + e);
        }
    }

    /** Watches the queues that have no more tasks; returns whether one of them has changed since it was emptied. */
    private boolean watch(List<QueueState> asked, FetchRound round) {
        List<QueueState> left = asked.stream().filter(QueueState::isToBeWatched).toList();
        if (left.isEmpty()) {
            restFromWatching(round);
            return false;
        }
        lastWatched = round.began();
        Map<QueueState, Long> changesBefore = new HashMap<>();
        left.forEach(queue -> changesBefore.put(queue, queue.changesKnown()));
        List<QueueLook> looks = changes.look(left.stream().map(QueueState::name).toList());
        boolean notified = changes.isTracking();
        for (int i = 0; i < looks.size(); i++) {
            QueueState queue = left.get(i);
            queue.watched(looks.get(i), changesBefore.get(queue), notified);
            reportFailure(queue, looks.get(i));
        }
        return left.stream().anyMatch(queue -> !queue.isDry());
    }

    private void reportFailure(QueueState queue, QueueLook look) {
        if (look.error() == null) {
            lookFailures.succeeded("look");
        } else {
            lookFailures.failed("look", look.error(), () -> "changes of queue " + queue.name()
                    + " are not notified; it is polled every task-check-interval: " + look.error().getMessage());
        }
    }

    private void restFromWatching(FetchRound round) {
        if (round.began() - lastWatched > UNWATCHED.toNanos() && changes.isTracking()
                && queues.values().stream().noneMatch(QueueState::awaitsChange)) {
            changes.pause();
        }
    }

    private Duration untilNextIsDue(FetchRound round) {
        long began = round.began();
        long next = began;
        for (QueueState queue : queues.values()) {
            long time = queue.nextTime(began);
            if (time != began && (next == began || time - next < 0)) {
                next = time;
            }
        }
        long rest = next == began ? MAX_REST.toNanos() : Math.max(0, next - nanoTime.getAsLong());
        return Duration.ofNanos(Math.min(rest, MAX_REST.toNanos()));
    }
}

package io.github.asynqee.internal.fetch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;

import io.github.asynqee.BrokerException;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.QueueChanges;
import io.github.asynqee.internal.broker.QueueChanges.QueueLook;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.lane.Router.Route;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.Signal;
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

    private final Broker broker;
    private final Router router;
    private final QueueOrder order;
    private final WorkerConfig config;
    private final TaskDispatcher dispatcher;
    private final Predicate<String> isBehind;
    private final WorkerMetrics metrics;
    private final Signal signal = new Signal();
    /** Replaced, never changed, by the fetcher's thread when shards are added. */
    private volatile Map<String, QueueState> queues = Map.of();
    private final List<Channel> channels;
    private final ShardShares shares;
    private final LookBudget lookBudget;
    private final QueueChanges changes;
    private long lastWatched = System.nanoTime();
    private boolean watching;
    private final FailureLog fetchFailures = new FailureLog(LOG);
    private final FailureLog lookFailures = new FailureLog(LOG);
    private long roundBegan;
    private volatile boolean stopped;

    /**
     * Creates a fetcher.
     *
     * @param isBehind whether too many outcomes of a queue are not written yet, so that no more of its tasks are
     *        fetched
     */
    public Fetcher(Broker broker, Router router, WorkerConfig config, TaskDispatcher dispatcher,
            Predicate<String> isBehind, WorkerMetrics metrics) {
        this(broker, router, config, dispatcher, isBehind, metrics, new LookBudget(LookBudget.USED_UP));
    }

    /** @param lookBudget limits what looking behind the tasks of others costs Redis */
    Fetcher(Broker broker, Router router, WorkerConfig config, TaskDispatcher dispatcher, Predicate<String> isBehind,
            WorkerMetrics metrics, LookBudget lookBudget) {
        this.broker = broker;
        this.router = router;
        this.order = new QueueOrder(router.priorities(), router::logical, config.strictPriority(), new Random());
        this.shares = new ShardShares(router);
        this.config = config;
        this.dispatcher = dispatcher;
        this.isBehind = isBehind;
        this.metrics = metrics;
        this.lookBudget = lookBudget;
        this.changes = broker.queueChanges();
        addQueues();
        this.channels = queues.values().stream().flatMap(queue -> queue.routes().stream()).map(Route::channel)
                .distinct().toList();
    }

    /** Adds the queues that the router knows and the fetcher does not. */
    private void addQueues() {
        Map<String, Integer> consumed = router.priorities();
        if (consumed.size() > queues.size()) {
            Map<String, QueueState> all = new LinkedHashMap<>(queues);
            consumed.keySet().forEach(queue -> all.computeIfAbsent(queue,
                    name -> new QueueState(name, router.routes(name), config, lookBudget, System::nanoTime)));
            queues = all;
        }
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
        addQueues();
        if (watching) {
            lastWatched = System.nanoTime();
        }
        watching = false;
        if (fetchFromAll()) {
            return Duration.ZERO;
        }
        watching = queues.values().stream().anyMatch(QueueState::awaitsChange);
        return untilNextIsDue();
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
    private boolean fetchFromAll() {
        roundBegan = System.nanoTime();
        Map<Channel, Integer> room = room();
        List<QueueState> inOrder = dueInOrder(room);
        boolean again = false;
        for (int i = 0; i < inOrder.size() && !stopped; i++) {
            QueueState queue = inOrder.get(i);
            if (isBehind.test(queue.name())) {
                queue.pauses().behind(System.nanoTime());
            } else {
                again |= fetch(queue, inOrder.subList(i + 1, inOrder.size()), room);
            }
        }
        return watch(inOrder) || again;
    }

    private List<QueueState> dueInOrder(Map<Channel, Integer> room) {
        List<String> due = new ArrayList<>();
        for (QueueState queue : queues.values()) {
            if (queue.isDue(room, roundBegan)) {
                due.add(queue.name());
            }
        }
        return due.isEmpty() ? List.of() : order.of(due).stream().map(queues::get).toList();
    }

    /**
     * The number of tasks each channel can take, computed once per round: a lane that becomes free during the round
     * would otherwise go to a later queue before an earlier one.
     */
    private Map<Channel, Integer> room() {
        shares.newRound();
        Map<Channel, Integer> room = new IdentityHashMap<>();
        channels.forEach(channel -> room.put(channel, channel.wanted()));
        return room;
    }

    /** Returns whether the queue, or a queue without a share, may have more. */
    private boolean fetch(QueueState queue, List<QueueState> later, Map<Channel, Integer> room) {
        int[] wanted = new int[queue.routes().size()];
        int all = 0;
        boolean withoutShare = false;
        for (int i = 0; i < wanted.length; i++) {
            if (queue.wants(i, room, roundBegan)) {
                Channel channel = queue.routes().get(i).channel();
                int share = order.share(room.get(channel), queue.name(), rivals(channel, later, room));
                wanted[i] = Math.min(shares.left(queue.name(), channel, share), room.get(channel));
                withoutShare |= wanted[i] == 0;
                all += wanted[i];
            }
        }
        if (all == 0) {
            // the queue without a share may be the only one with tasks
            return withoutShare;
        }
        limit(wanted, all);
        DequeuedTasks tasks = fetch(queue, wanted);
        if (!later.isEmpty()) {
            tasks.leases().forEach(lease -> taken(lease, room));
        }
        return withoutShare || tasks.size() > 0 || !queue.isToBeWatched();
    }

    /** The later queues that may have tasks for the same channel. */
    private List<String> rivals(Channel channel, List<QueueState> later, Map<Channel, Integer> room) {
        List<String> rivals = new ArrayList<>();
        for (QueueState other : later) {
            if (other.isDueFor(channel, room, roundBegan)) {
                rivals.add(other.name());
            }
        }
        return rivals;
    }

    /** Limits a request to one batch; each channel that wants tasks gets at least one. */
    private void limit(int[] wanted, int all) {
        for (int i = 0; all > config.fetchBatch() && i < wanted.length; i++) {
            wanted[i] = wanted[i] == 0 ? 0 : Math.max(1, (int) ((long) wanted[i] * config.fetchBatch() / all));
        }
    }

    private void taken(Lease lease, Map<Channel, Integer> room) {
        Channel channel = router.route(lease.message());
        if (channel != null) {
            room.merge(channel, -1, Integer::sum);
            shares.taken(lease.queue(), channel);
        }
    }

    /** Dequeues tasks and dispatches them. */
    private DequeuedTasks fetch(QueueState queue, int[] wanted) {
        try {
            broker.synchronizeClock();
            DequeuedTasks tasks = queue.takesAll() ? takeNext(queue, wanted) : takeMatching(queue, wanted);
            fetchFailures.succeeded(queue.name());
            metrics.fetched(tasks.size());
            dispatcher.dispatch(queue.name(), tasks);
            queue.backlogToReport().ifPresent(ahead -> report(queue.name(), ahead));
            return tasks;
        } catch (BrokerException e) {
            queue.pauses().failed(System.nanoTime());
            fetchFailures.failed(queue.name(), e,
                    () -> "fetching from queue " + queue.name() + " failed and is retried: " + e.getMessage());
            return DequeuedTasks.NONE;
        }
    }

    private void report(String queue, long ahead) {
        try {
            broker.maintenanceCommands().reportBacklogAhead(queue, ahead, QueueState.REPORT_LIFE);
        } catch (BrokerException e) {
            LOG.log(Level.DEBUG, () -> "the backlog of queue \"" + queue + "\" is not reported: " + e);
        }
    }

    private DequeuedTasks takeNext(QueueState queue, int[] wanted) {
        DequeuedTasks tasks = broker.workerCommands().dequeue(queue.name(), wanted[0]);
        queue.found(tasks, wanted[0]);
        return tasks;
    }

    private DequeuedTasks takeMatching(QueueState queue, int[] wanted) {
        MatchingTasks found = broker.workerCommands().dequeue(queue.name(), queue.demand(wanted));
        queue.found(found, wanted);
        return found.tasks();
    }

    /** Watches the queues that have no more tasks; returns whether one of them has changed since it was emptied. */
    private boolean watch(List<QueueState> asked) {
        List<QueueState> left = asked.stream().filter(QueueState::isToBeWatched).toList();
        if (left.isEmpty()) {
            restFromWatching();
            return false;
        }
        lastWatched = roundBegan;
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

    private void restFromWatching() {
        if (roundBegan - lastWatched > UNWATCHED.toNanos() && changes.isTracking()
                && queues.values().stream().noneMatch(QueueState::awaitsChange)) {
            changes.pause();
        }
    }

    private Duration untilNextIsDue() {
        long next = roundBegan;
        for (QueueState queue : queues.values()) {
            long time = queue.nextTime(roundBegan);
            if (time != roundBegan && (next == roundBegan || time - next < 0)) {
                next = time;
            }
        }
        long rest = next == roundBegan ? MAX_REST.toNanos() : Math.max(0, next - System.nanoTime());
        return Duration.ofNanos(Math.min(rest, MAX_REST.toNanos()));
    }
}

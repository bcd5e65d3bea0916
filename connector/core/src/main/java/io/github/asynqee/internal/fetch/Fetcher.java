package io.github.asynqee.internal.fetch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.broker.watch.QueueChanges;
import io.github.asynqee.internal.broker.watch.QueueChanges.QueueLook;
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
    /** Maximum number of added queues that one round reads. */
    private static final int MAX_READ = 1_000;

    private final WorkerCommands commands;
    private final MaintenanceCommands maintenance;
    private final Router router;
    private final QueueOrder order;
    private final WorkerConfig config;
    private final TaskDispatcher dispatcher;
    private final Predicate<String> isBehind;
    private final WorkerMetrics metrics;
    private final ScanBudget scanBudget;
    private final PollPause pollPause;
    private final LongSupplier nanoTime;
    private final Signal signal = new Signal();
    private final Random random;
    private final QueueSchedule queues = new QueueSchedule();
    /** Queues that were added and not read yet. */
    private final Deque<QueueState> unread = new ArrayDeque<>();
    private final QueueChanges changes;
    private final SlowQueues slow;
    private final FailureLog fetchFailures = new FailureLog(LOG);
    private final FailureLog lookFailures = new FailureLog(LOG);
    private long lastWatched;
    private boolean watching;
    private volatile boolean stopped;

    /**
     * Creates a fetcher.
     *
     * @param isBehind whether a queue has too many unwritten outcomes, so that no further tasks of it are fetched
     */
    public Fetcher(Broker broker, Router router, WorkerConfig config, TaskDispatcher dispatcher,
            Predicate<String> isBehind, WorkerMetrics metrics) {
        this(broker, router, config, dispatcher, isBehind, metrics, new ScanBudget(ScanBudget.USED_UP), new Random(),
                System::nanoTime);
    }

    /**
     * @param scanBudget limits the time that Redis spends on scanning past tasks of other workers
     * @param random decides the order of queues
     * @param nanoTime the clock of all pauses
     */
    Fetcher(Broker broker, Router router, WorkerConfig config, TaskDispatcher dispatcher, Predicate<String> isBehind,
            WorkerMetrics metrics, ScanBudget scanBudget, Random random, LongSupplier nanoTime) {
        this.commands = broker.workerCommands();
        this.maintenance = broker.maintenanceCommands();
        this.router = router;
        this.order = new QueueOrder(router.places(), config.strictPriority(), random);
        this.random = random;
        this.config = config;
        this.dispatcher = dispatcher;
        this.isBehind = isBehind;
        this.metrics = metrics;
        this.scanBudget = scanBudget;
        this.pollPause = new PollPause(config.taskCheckInterval());
        this.nanoTime = nanoTime;
        this.changes = broker.queueChanges();
        this.slow = new SlowQueues(config.threads(), signal, nanoTime);
        lastWatched = nanoTime.getAsLong();
        schedule(addQueues());
    }

    /** Adds the queues that the router knows and the fetcher does not know; returns the added queues. */
    private List<QueueState> addQueues() {
        Map<String, Integer> consumed = router.priorities();
        if (consumed.size() == queues.size()) {
            return List.of();
        }
        List<QueueState> added = consumed.keySet().stream().filter(queue -> !queues.contains(queue))
                .map(name -> new QueueState(name, router.routes(name), config, scanBudget, pollPause, nanoTime))
                .toList();
        pollPause.queues(consumed.size());
        return added;
    }

    private void schedule(List<QueueState> added) {
        added.forEach(queue -> queues.add(queue, router.place(queue.name()), nanoTime.getAsLong()));
    }

    /** A lane has become free, or shards were added. */
    public void demand() {
        signal.set();
    }

    /** A queue has changed. */
    public void changed(String queue) {
        if (queues.changed(queue)) {
            signal.set();
        }
    }

    /** A task was requeued to the head of its queue. */
    public void requeued(String queue) {
        queues.requeued(queue);
        signal.set();
    }

    @Override
    public Duration runOnce() {
        List<QueueState> added = addQueues();
        added.forEach(QueueState::readFirst);
        unread.addAll(added);
        schedule(added);
        if (watching) {
            lastWatched = nanoTime.getAsLong();
        }
        watching = false;
        List<QueueState> answered = slow.answered();
        FetchRound round = new FetchRound(router.channels(), slow::wanted, nanoTime.getAsLong());
        queues.update(answered, round.began());
        queues.update(round.began());
        readAdded(round);
        if (fetchFromAll(round)) {
            return Duration.ZERO;
        }
        watching = queues.awaitsChange();
        return untilNextIsDue(round);
    }

    /** Reads some of the added queues. A queue is polled only after it was read. */
    private void readAdded(FetchRound round) {
        List<QueueState> read = new ArrayList<>();
        while (read.size() < MAX_READ && !unread.isEmpty()) {
            read.add(unread.poll());
        }
        if (!read.isEmpty()) {
            try {
                watch(read, round);
            } catch (RuntimeException | Error e) {
                // poll these queues, because Redis only notifies about keys that were read
                read.forEach(QueueState::changed);
                throw e;
            } finally {
                queues.update(read, round.began());
            }
        }
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

    /** Waits for the answers of slow nodes. Tasks in later replies are requeued. */
    @Override
    public void end() {
        try {
            if (!slow.end(MAX_REST)) {
                dispatcher.stop();
            }
        } catch (InterruptedException e) {
            dispatcher.stop();
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Fetches from queues that may have tasks while the channels have capacity, in a new order each time, and watches
     * queues that have no more tasks. Returns whether to start another round immediately.
     */
    private boolean fetchFromAll(FetchRound round) {
        List<QueueState> asked = new ArrayList<>();
        try {
            List<QueueOrderEntry> inOrder = inOrder(round);
            boolean again = false;
            for (int i = 0; i < inOrder.size() && !stopped; i++) {
                again |= fetch(inOrder.get(i), inOrder.subList(i + 1, inOrder.size()), asked, round);
            }
            return watch(asked, round) || again || !unread.isEmpty();
        } finally {
            queues.update(asked, round.began());
        }
    }

    /** The positions with queues that may have tasks for a channel with capacity, in queue order. */
    private List<QueueOrderEntry> inOrder(FetchRound round) {
        List<String> due = new ArrayList<>();
        for (QueueOrderEntry place : queues.places().values()) {
            place.begin();
            if (place.hasReady(round::hasRoom)) {
                due.add(place.name());
            }
        }
        return due.isEmpty() ? List.of() : order.of(due).stream().map(queues.places()::get).toList();
    }

    /**
     * Fetches the share of a position from its queues, in random order.
     *
     * @param later the following positions
     * @param asked receives the queues that were polled
     * @return whether one of the queues, or a queue without a share, may have more
     */
    private boolean fetch(QueueOrderEntry place, List<QueueOrderEntry> later, List<QueueState> asked,
            FetchRound round) {
        round.turn();
        for (Channel channel : place.channels()) {
            List<String> rivals = later.isEmpty() ? List.of()
                    : later.stream().filter(other -> other.hasReady(wanted -> wanted == channel))
                            .map(QueueOrderEntry::name).toList();
            round.share(channel, order.share(round.room(channel), place.name(), rivals));
        }
        boolean again = false;
        Predicate<Channel> isWanted = channel -> round.wanted(channel) > 0;
        for (QueueState queue = place.draw(isWanted, random); queue != null
                && !stopped; queue = place.draw(isWanted, random)) {
            asked.add(queue);
            if (isBehind.test(queue.name())) {
                queue.pauses().behind(nanoTime.getAsLong());
            } else {
                again |= fetch(queue, !later.isEmpty() || place.hasReady(round::hasRoom), round);
            }
        }
        return again || place.hasReady(round::hasRoom);
    }

    /**
     * Fetches from a queue.
     *
     * @param hasLater whether queues may follow in this round, of the same position or a later one
     * @return whether the queue may have more
     */
    private boolean fetch(QueueState queue, boolean hasLater, FetchRound round) {
        int all = 0;
        boolean withoutShare = false;
        for (RouteProgress route : queue.routes()) {
            boolean wants = queue.wants(route, round);
            route.want(wants ? round.wanted(route.channel()) : 0);
            withoutShare |= wants && route.wanted() == 0;
            all += route.wanted();
        }
        limit(queue.routes(), all);
        if (commands.isSlow(queue.name()) && askSlow(queue, round)) {
            return withoutShare;
        }
        DequeuedTasks tasks = take(queue);
        if (hasLater) {
            tasks.leases().forEach(lease -> round.taken(router.route(lease.message())));
        }
        return withoutShare || tasks.size() > 0 || !queue.isToBeWatched();
    }

    /** Polls a queue whose node is slow, on another thread. Returns false if there is no free thread. */
    private boolean askSlow(QueueState queue, FetchRound round) {
        queue.routes().forEach(route -> route.want(Math.min(route.wanted(), slow.room(route.channel()))));
        if (queue.routes().stream().allMatch(route -> route.wanted() == 0)) {
            queue.pauses().behind(nanoTime.getAsLong());
            return true;
        }
        boolean asked = slow.ask(queue, () -> {
            if (!stopped) {
                take(queue);
                if (queue.isToBeWatched()) {
                    look(List.of(queue));
                }
            }
        });
        if (asked) {
            queue.routes().forEach(route -> round.taken(route.channel(), route.wanted()));
        }
        return asked;
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
            long cancellations = dispatcher.cancellations();
            DequeuedTasks tasks = queue.take(commands);
            fetchFailures.succeeded(queue.name());
            metrics.fetched(tasks.size());
            dispatcher.dispatch(queue.name(), tasks, cancellations);
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
        List<QueueState> left = asked.stream().filter(queue -> !queue.isAway() && queue.isToBeWatched())
                .toList();
        if (left.isEmpty()) {
            restFromWatching(round);
            return false;
        }
        lastWatched = round.began();
        look(left);
        return left.stream().anyMatch(queue -> !queue.isDry());
    }

    /** Reads the ends of queues that have no more tasks. */
    private void look(List<QueueState> left) {
        Map<QueueState, Long> changesBefore = new HashMap<>();
        left.forEach(queue -> changesBefore.put(queue, queue.changesKnown()));
        List<QueueLook> looks = changes.look(left.stream().map(QueueState::name).toList());
        boolean notified = changes.isTracking();
        for (int i = 0; i < looks.size(); i++) {
            QueueState queue = left.get(i);
            queue.watched(looks.get(i), changesBefore.get(queue), notified);
            reportFailure(queue, looks.get(i));
        }
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
                && !queues.awaitsChange()) {
            changes.pause();
        }
    }

    private Duration untilNextIsDue(FetchRound round) {
        long began = round.began();
        long next = queues.nextTime(began);
        long rest = next == began ? MAX_REST.toNanos() : Math.max(0, next - nanoTime.getAsLong());
        return Duration.ofNanos(Math.min(rest, MAX_REST.toNanos()));
    }
}

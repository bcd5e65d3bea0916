package io.github.asynqee.internal.engine;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntSupplier;

import io.github.asynqee.ServerState;
import io.github.asynqee.internal.batch.BatchEnds;
import io.github.asynqee.internal.batch.BatchSteps;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.delivery.Completer;
import io.github.asynqee.internal.delivery.DeadLetterSender;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.delivery.LeaseExtender;
import io.github.asynqee.internal.delivery.TaskSettler;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.fetch.Fetcher;
import io.github.asynqee.internal.fetch.TaskDispatcher;
import io.github.asynqee.internal.group.GroupProcessor;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.protocol.QueuePattern;
import io.github.asynqee.internal.service.LimitWatch;
import io.github.asynqee.internal.service.PatternWatch;
import io.github.asynqee.internal.service.ShardWatch;
import io.github.asynqee.internal.statistics.WorkerStatistics;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.Limit;
import io.github.asynqee.worker.WorkerConfig;

/**
 * Runs tasks of one or more queues in the lanes of its channels (protocol section 7); asynq's {@code Server}. A worker
 * is started and shut down once.
 */
public final class Worker {

    private static final Logger LOG = System.getLogger(Worker.class.getName());

    private final Router router;
    private final InFlight inFlight = new InFlight();
    private final Fetcher fetcher;
    private final IntSupplier waitingOutcomes = inFlight::waitingOutcomes;
    private final WorkerThreads workerThreads;
    private final Broker broker;
    private final ThreadFactory threads;
    private final Wakeups wakeups;
    private final BackgroundServices services;
    private final WorkerMetrics metrics;
    private volatile ServerState state = ServerState.NEW;

    /**
     * Creates a worker.
     *
     * @param broker the Redis; not closed by the worker
     * @param config settings
     * @param channels the channels that receive the tasks
     * @throws IllegalArgumentException if two channels claim the same queue and type
     */
    public Worker(Broker broker, WorkerConfig config, List<Channel> channels) {
        this(broker, config, channels, ShardWatch.INTERVAL);
    }

    /** @param shardsInterval interval of the check for added shards */
    Worker(Broker broker, WorkerConfig config, List<Channel> channels, Duration shardsInterval) {
        this.broker = broker;
        List<Channel> all = List.copyOf(channels);
        ShardWatch shards = new ShardWatch(broker.shards(), consumed(config.shards(), all));
        router = new Router(all, shards.begin());
        PatternWatch patterns = router.hasPatterns() ? new PatternWatch(broker.queueChanges()::queues, broker.shards())
                : null;
        all.forEach(channel -> prepare(channel, config));
        WorkerStatistics statistics = new WorkerStatistics();
        metrics = new WorkerMetrics(inFlight::size, inFlight::waitingOutcomes,
                all.stream().map(Channel::metrics).toList(), config.statistics() ? statistics : null);
        BatchSteps batchSteps = new BatchSteps(broker.batchCommands(), broker.clock());
        BatchEnds batchEnds = new BatchEnds(broker.batchCommands(), batchSteps, config.taskCheckInterval(),
                config.threads());
        TaskEvents events = new TaskEvents(config.listener(), broker.clock(), metrics::recovered, batchEnds::written);
        DeadLetterSender deadLetters = new DeadLetterSender(broker, router::configOf);
        ServerInfoSource server = new ServerInfoSource(router::priorities, config.strictPriority(), all, inFlight,
                this::state, broker.clock());
        AttemptRecorder attempts = new AttemptRecorder(config.attemptHistory(), () -> server.identity().text());
        Completer completer = new Completer(broker.workerCommands(), broker.clock(), events, metrics, attempts);
        TaskSettler settler = new TaskSettler(broker, router::configOf, inFlight, completer, deadLetters, events,
                this::requeued);
        TaskDispatcher dispatcher = new TaskDispatcher(config, router, inFlight, settler, metrics);
        fetcher = new Fetcher(broker, router, config, dispatcher, settler::isBehind, metrics);
        GroupProcessor groups = new GroupProcessor(broker, config, router, all, inFlight, deadLetters, events,
                attempts);
        workerThreads = new WorkerThreads(config, broker.clock(), all, inFlight, fetcher, completer, deadLetters,
                new LeaseExtender(broker.workerCommands(), broker.clock(), events, metrics), groups, batchEnds);
        services = new BackgroundServices(broker, config, () -> router.priorities().keySet(), router::namedQueues,
                server, events,
                settler::outcomeOf, deadLetters, attempts, statistics, workerThreads::cancel,
                new AddedQueues(shards, patterns, router, broker.queueChanges(), fetcher, groups)::look, shardsInterval,
                limits(all));
        wakeups = new Wakeups(fetcher, groups, services);
        this.threads = config.threads();
    }

    /** The service that lets tasks in, if a channel has a limit. */
    private Optional<LimitWatch> limits(List<Channel> all) {
        List<ChannelConfig> limited = all.stream().map(Channel::config).filter(config -> config.limit() != null)
                .toList();
        Map<String, ChannelConfig> known = new HashMap<>();
        for (ChannelConfig channel : limited) {
            if (Limit.isSemaphore(channel.limit().name()) && !broker.limitCommands().sharesSemaphores()) {
                throw new IllegalArgumentException("channel " + channel.name() + " has the limit "
                        + channel.limit().name() + ", a semaphore, which needs a single Redis server: in a Cluster or "
                        + "behind a proxy it may be on another node than the queue");
            }
            channel.queues().keySet().forEach(queue -> checkLimit(channel, queue, known));
            if (Limit.isFair(channel.limit().name())) {
                checkAlone(channel, all);
            }
        }
        return !limited.isEmpty()
                ? Optional.of(new LimitWatch(broker.limitCommands(), router::limits, this::postponed, System::nanoTime))
                : Optional.empty();
    }

    /** Tasks were lined up by their keys: their channel is the only one of the queue. */
    private void postponed(String queue, int tasks) {
        router.routes(queue).forEach(route -> route.channel().metrics().postponed(tasks));
    }

    /** @param known queue and name of a limit to the first channel that has it */
    private void checkLimit(ChannelConfig channel, String queue, Map<String, ChannelConfig> known) {
        if (router.shards(queue) > 1) {
            throw new IllegalArgumentException("channel " + channel.name() + " has the limit "
                    + channel.limit().name() + ", and its queue \"" + queue + "\" has " + router.shards(queue)
                    + " shards; a limit is one of a single queue without shards");
        }
        ChannelConfig other = known.putIfAbsent(queue + " " + channel.limit().name(), channel);
        if (other != null && !other.limit().equals(channel.limit())) {
            throw new IllegalArgumentException("channels " + other.name() + " and " + channel.name()
                    + " of queue \"" + queue + "\" share the limit " + channel.limit().name()
                    + " but differ in it: " + other.limit() + ", " + channel.limit());
        }
    }

    /** All tasks of a queue with keys that take turns are lined up by their key. */
    private static void checkAlone(ChannelConfig channel, List<Channel> all) {
        for (Channel other : all) {
            ChannelConfig config = other.config();
            channel.queues().keySet().stream().filter(queue -> config != channel && config.queues().containsKey(queue))
                    .findFirst().ifPresent(queue -> {
                        throw new IllegalArgumentException("channel " + channel.name()
                                + " is fair between keys by " + channel.limit().key() + ", and channel " + config.name()
                                + " has the same queue \"" + queue
                                + "\"; it must be the only channel of its queue");
                    });
        }
    }

    private void requeued(String queue) {
        fetcher.requeued(queue);
    }

    /**
     * With strict priorities nothing is prefetched: a task of a lower queue could start before one of a higher queue.
     */
    private void prepare(Channel channel, WorkerConfig config) {
        boolean strict = config.strictPriority() && (router.places().size() > 1 || router.hasPatterns());
        channel.maxPrefetch(strict ? 0 : config.maxPrefetch());
    }

    private static Map<String, Integer> consumed(Map<String, Integer> shards, List<Channel> channels) {
        shards.keySet().stream().filter(QueuePattern::isOne).findFirst().ifPresent(pattern -> {
            throw new IllegalArgumentException("shards of " + pattern + ": a pattern of queues cannot have shards; "
                    + "queues that are found have those that Redis has on record");
        });
        Map<String, Integer> consumed = new HashMap<>(shards);
        consumed.keySet().removeIf(queue -> channels.stream()
                .noneMatch(channel -> channel.config().queues().containsKey(queue)));
        return consumed;
    }

    /** @return queue to priority, as the server list has them now: of a queue with shards, each shard */
    public Map<String, Integer> queues() {
        return Map.copyOf(router.priorities());
    }

    /** @return number of tasks held: running, waiting for a lane or waiting for their outcome to be written */
    public int inFlight() {
        return inFlight.size();
    }

    /** @return what counts its work */
    public WorkerMetrics metrics() {
        return metrics;
    }

    /** @return the state of the worker */
    public ServerState state() {
        return state;
    }

    /**
     * Starts fetching and all services. Returns at once; Redis need not be reachable yet. If a thread cannot be
     * started, those already started are stopped and the worker is closed.
     *
     * @throws IllegalStateException if it has been started or stopped before
     */
    public synchronized void start() {
        switch (state) {
            case NEW -> state = ServerState.ACTIVE;
            case ACTIVE -> throw new IllegalStateException("the worker is already running");
            case STOPPED -> throw new IllegalStateException(
                    "the worker has stopped fetching and awaits its shutdown; it cannot be started again");
            default -> throw new IllegalStateException("the worker is closed; it cannot be started again");
        }
        broker.outages().addWaitingOutcomes(waitingOutcomes);
        broker.metrics().add(metrics);
        try {
            broker.queueChanges().start(router.priorities().keySet(), threads, wakeups);
            services.start();
            workerThreads.start();
        } catch (RuntimeException | Error e) {
            state = ServerState.CLOSED;
            end(Duration.ZERO);
            throw e;
        }
    }

    /**
     * Stops fetching; running tasks and all services continue. Waits until the last fetch has ended. Has no effect on a
     * worker that is not active.
     */
    public synchronized void stopFetching() {
        if (state == ServerState.ACTIVE) {
            state = ServerState.STOPPED;
            services.report();
            workerThreads.stopFetching();
        }
    }

    /**
     * Shuts down permanently, in asynq's order (protocol section 7.10): stops fetching, waits for running tasks,
     * requeues those that do not end in time to the head of their queue without using a retry, and stops all services
     * and threads. An interrupt ends only the wait for running tasks; the interrupt status is restored before the
     * method returns.
     *
     * @param timeout maximum wait for running tasks
     */
    public synchronized void shutdown(Duration timeout) {
        ServerState before = state;
        state = ServerState.CLOSED;
        if (before == ServerState.NEW || before == ServerState.CLOSED) {
            return;
        }
        end(timeout);
    }

    /** Runs every step, also if an earlier one fails. */
    private void end(Duration timeout) {
        List<Runnable> steps = List.of(services::report, services::stopForwarder, workerThreads::stopFetching,
                () -> workerThreads.drain(timeout), services::stopRecoverer, workerThreads::finish,
                services::stopOthers,
                broker.queueChanges()::stop, () -> broker.outages().removeWaitingOutcomes(waitingOutcomes),
                () -> broker.metrics().remove(metrics));
        boolean interrupted = false;
        for (Runnable step : steps) {
            // an interrupted thread could not join the others
            interrupted |= Thread.interrupted();
            try {
                step.run();
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "a step of the shutdown failed; the shutdown continues", e);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

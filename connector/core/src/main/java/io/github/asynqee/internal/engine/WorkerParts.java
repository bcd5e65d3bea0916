package io.github.asynqee.internal.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.github.asynqee.ServerState;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.delivery.Completer;
import io.github.asynqee.internal.delivery.DeadLetterSender;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.delivery.TaskSettler;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.feature.EngineFeature;
import io.github.asynqee.internal.feature.Features;
import io.github.asynqee.internal.feature.NodeWork;
import io.github.asynqee.internal.feature.batch.Batches;
import io.github.asynqee.internal.feature.limit.FormerLimits;
import io.github.asynqee.internal.feature.limit.LimitCommands;
import io.github.asynqee.internal.feature.limit.Limits;
import io.github.asynqee.internal.fetch.Fetcher;
import io.github.asynqee.internal.fetch.TaskDispatcher;
import io.github.asynqee.internal.group.GroupProcessor;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.protocol.QueuePattern;
import io.github.asynqee.internal.service.PatternWatch;
import io.github.asynqee.internal.service.ShardWatch;
import io.github.asynqee.internal.statistics.WorkerStatistics;
import io.github.asynqee.worker.WorkerConfig;

/**
 * The parts of a worker, which its threads and services share. Each part is passed to the parts that are created after
 * it.
 */
final class WorkerParts {

    final Broker broker;
    final WorkerConfig config;
    final List<Channel> channels;
    final Router router;
    final InFlight inFlight = new InFlight();
    final WorkerStatistics statistics = new WorkerStatistics();
    final WorkerMetrics metrics;
    final EngineFeature features;
    final TaskEvents events;
    final DeadLetterSender deadLetters;
    final ServerInfoSource server;
    final AttemptRecorder attempts;
    final NodeWork<Completer> completer;
    final TaskSettler settler;
    final TaskDispatcher dispatcher;
    final Fetcher fetcher;
    final GroupProcessor groups;
    final AddedQueues addedQueues;

    /**
     * @param state the state of the worker
     * @param added features besides the usual ones
     * @throws IllegalArgumentException if two channels claim the same queue and type, or a feature refuses a channel
     */
    WorkerParts(Broker broker, WorkerConfig config, List<Channel> channels, Supplier<ServerState> state,
            List<EngineFeature> added) {
        this.broker = broker;
        this.config = config;
        this.channels = List.copyOf(channels);
        ShardWatch shards = new ShardWatch(broker.shards(), consumed(config.shards()));
        router = new Router(this.channels, shards.begin());
        PatternWatch patterns = router.hasPatterns() ? new PatternWatch(broker.queueChanges()::queues, broker.shards())
                : null;
        metrics = new WorkerMetrics(inFlight::size, inFlight::waitingOutcomes,
                this.channels.stream().map(Channel::metrics).toList(), config.statistics() ? statistics : null);
        features = new Features(features(added));
        features.check(this.channels.stream().map(Channel::config).toList());
        this.channels.forEach(this::prepare);
        events = new TaskEvents(config.listener(), broker.clock(), metrics::recovered, features);
        deadLetters = new DeadLetterSender(broker, router::configOf);
        server = new ServerInfoSource(router::priorities, config.strictPriority(), this.channels, inFlight, state,
                broker.clock());
        attempts = new AttemptRecorder(config.attemptHistory(), () -> server.identity().text());
        completer = new NodeWork<>(broker.workerCommands(), "asynq-completer", config.taskCheckInterval(),
                config.threads(), isServed -> new Completer(broker.workerCommands(), broker.clock(), events, metrics,
                        attempts));
        settler = new TaskSettler(broker, router::configOf, inFlight, completer::of, deadLetters, events,
                this::requeued);
        dispatcher = new TaskDispatcher(config, router, inFlight, settler, metrics);
        fetcher = new Fetcher(broker, router, config, dispatcher,
                settler::isBehind, metrics);
        groups = new GroupProcessor(broker, config, router, this.channels, inFlight, deadLetters, events, attempts);
        addedQueues = new AddedQueues(shards, patterns, router, broker.queueChanges(), fetcher, groups);
    }

    /** The features of the worker. To add a feature, add a line here. */
    private List<EngineFeature> features(List<EngineFeature> added) {
        List<EngineFeature> all = new ArrayList<>();
        all.add(new Batches(broker, config, () -> router.priorities().keySet()));
        if (channels.stream().anyMatch(channel -> channel.config().limit() != null)) {
            all.add(new Limits(broker, config.threads(), router::shards, router::rules, this::postponed,
                    this::changed));
        }
        all.add(new FormerLimits(broker.commands(LimitCommands.class), () -> router.rules().keySet()));
        all.addAll(added);
        return all;
    }

    /** A rule has postponed tasks without a dequeue. The channel with such a rule is the only channel of its queue. */
    private void postponed(String queue, int tasks) {
        router.routes(queue).forEach(route -> route.channel().metrics().postponed(tasks));
    }

    private void changed(String queue) {
        fetcher.changed(queue);
    }

    private void requeued(String queue) {
        fetcher.requeued(queue);
    }

    /**
     * With strict priorities nothing is prefetched: a task of a lower queue could start before one of a higher queue.
     */
    private void prepare(Channel channel) {
        boolean strict = config.strictPriority() && (router.places().size() > 1 || router.hasPatterns());
        channel.maxPrefetch(strict ? 0 : config.maxPrefetch());
        channel.rule(features.rule(channel.config()).orElse(null));
    }

    private Map<String, Integer> consumed(Map<String, Integer> shards) {
        shards.keySet().stream().filter(QueuePattern::isOne).findFirst().ifPresent(pattern -> {
            throw new IllegalArgumentException("shards of " + pattern + ": a pattern of queues cannot have shards; "
                    + "queues that are found have those that Redis has on record");
        });
        Map<String, Integer> consumed = new HashMap<>(shards);
        consumed.keySet().removeIf(queue -> channels.stream()
                .noneMatch(channel -> channel.config().queues().containsKey(queue)));
        return consumed;
    }
}

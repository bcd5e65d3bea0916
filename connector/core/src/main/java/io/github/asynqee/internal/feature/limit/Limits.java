package io.github.asynqee.internal.feature.limit;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.feature.EngineFeature;
import io.github.asynqee.internal.feature.NodeWork;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.Limit;

/** Limits of a worker's channels, and fairness between keys. */
public final class Limits implements EngineFeature {

    private final LimitCommands commands;
    private final ToIntFunction<String> shards;
    private final NodeWork<LimitWatch> watch;
    private final BiConsumer<String, Duration> listener;

    /**
     * Creates the feature.
     *
     * @param broker the Redis
     * @param threads makes the thread of the watch
     * @param shards the number of shards of a queue
     * @param rules supplies queues to their rules
     * @param postponed receives for a queue how many tasks were blocked until the turn of their key
     * @param ready receives a queue with blocked tasks that may start
     */
    public Limits(Broker broker, ThreadFactory threads, ToIntFunction<String> shards,
            Supplier<Map<String, List<AdmissionRule>>> rules, ObjIntConsumer<String> postponed,
            Consumer<String> ready) {
        this.commands = broker.commands(LimitCommands.class);
        this.shards = shards;
        this.watch = new NodeWork<>(broker.workerCommands(), "asynq-limits", LimitWatch.INTERVAL, threads,
                isServed -> new LimitWatch(commands, () -> limits(rules.get()), isServed, postponed, ready,
                        System::nanoTime));
        this.listener = (queue, in) -> watch.of(queue).accept(queue, in);
    }

    private static Map<String, List<LimitRule>> limits(Map<String, List<AdmissionRule>> rules) {
        return rules.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, queue -> queue.getValue().stream()
                .filter(LimitRule.class::isInstance).map(LimitRule.class::cast).toList()));
    }

    @Override
    public void check(List<ChannelConfig> channels) {
        for (ChannelConfig channel : channels) {
            if (channel.limit() != null) {
                checkPlace(channel, channel.limit());
                channels.stream().filter(other -> other != channel)
                        .forEach(other -> checkBeside(channel, channel.limit(), other));
            }
        }
    }

    private void checkPlace(ChannelConfig channel, Limit limit) {
        String subject = "channel " + channel.name() + " has the limit " + limit.name() + ", ";
        if (limit instanceof Limit.Semaphore && !commands.sharesSemaphores()) {
            throw new IllegalArgumentException(subject + "a semaphore, which needs a single Redis server: in a Cluster "
                    + "or behind a proxy it may be on another node than the queue");
        }
        for (String queue : channel.queues().keySet()) {
            if (shards.applyAsInt(queue) > 1) {
                throw new IllegalArgumentException(subject + "and its queue \"" + queue + "\" has "
                        + shards.applyAsInt(queue) + " shards; a limit needs a single queue without shards");
            }
        }
    }

    private static void checkBeside(ChannelConfig channel, Limit limit, ChannelConfig other) {
        Optional<String> common = channel.queues().keySet().stream().filter(other.queues()::containsKey).findFirst();
        // in a queue that is fair between keys, each task is blocked until the turn of its key
        if (limit instanceof Limit.FairBy && common.isPresent()) {
            throw new IllegalArgumentException("channel " + channel.name() + " is fair between keys by " + limit.key()
                    + ", and channel " + other.name() + " has the same queue \"" + common.get()
                    + "\"; it must be the only channel of its queue");
        }
        boolean shared = other.limit() != null && other.limit().name().equals(limit.name());
        boolean differ = shared && (common.isPresent() ? !limit.equals(other.limit())
                : limit instanceof Limit.Semaphore && limit.maxRunning() != other.limit().maxRunning());
        if (differ) {
            throw new IllegalArgumentException("channels " + channel.name() + " and " + other.name()
                    + common.map(queue -> " of queue \"" + queue + "\"").orElse("") + " share the limit " + limit.name()
                    + " but differ in it: " + values(limit) + "; " + values(other.limit()));
        }
    }

    private static String values(Limit limit) {
        return "key " + limit.key() + ", maximum running " + limit.maxRunning()
                + (limit.rate() == null ? "" : ", starts " + limit.rate().starts() + " in " + limit.rate().period());
    }

    @Override
    public Optional<AdmissionRule> rule(ChannelConfig channel) {
        return Optional.ofNullable(channel.limit()).map(LimitRule::new);
    }

    @Override
    public List<PeriodicThread> services() {
        return List.of(watch.thread());
    }

    @Override
    public void started() {
        commands.addListener(listener);
    }

    @Override
    public void stop(StopTime time) {
        commands.removeListener(listener);
    }
}

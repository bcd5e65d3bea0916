package io.github.asynqee.internal.feature.limit;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.feature.EngineFeature;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.Limit;

/** Limits of a worker's channels, and fairness between keys. */
public final class Limits implements EngineFeature {

    private final LimitCommands commands;
    private final ThreadFactory threads;
    private final ToIntFunction<String> shards;
    private final LimitWatch watch;

    /**
     * Creates the feature.
     *
     * @param broker the Redis
     * @param threads makes the thread of the watch
     * @param shards the number of shards of a queue
     * @param rules supplies queues to their rules
     * @param postponed receives for a queue how many tasks were lined up by their keys
     * @param ready receives a queue with blocked tasks that may start
     */
    public Limits(Broker broker, ThreadFactory threads, ToIntFunction<String> shards,
            Supplier<Map<String, List<AdmissionRule>>> rules, ObjIntConsumer<String> postponed,
            Consumer<String> ready) {
        this.commands = broker.commands(LimitCommands.class);
        this.threads = threads;
        this.shards = shards;
        this.watch = new LimitWatch(commands, () -> limits(rules.get()), postponed, ready, System::nanoTime);
    }

    private static Map<String, List<LimitRule>> limits(Map<String, List<AdmissionRule>> rules) {
        return rules.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, queue -> queue.getValue().stream()
                .filter(LimitRule.class::isInstance).map(LimitRule.class::cast).toList()));
    }

    @Override
    public void check(List<ChannelConfig> channels) {
        Map<String, ChannelConfig> known = new HashMap<>();
        for (ChannelConfig channel : channels) {
            if (channel.limit() != null) {
                check(channel, channels, known);
            }
        }
    }

    private void check(ChannelConfig channel, List<ChannelConfig> all, Map<String, ChannelConfig> known) {
        if (Limit.isSemaphore(channel.limit().name()) && !commands.sharesSemaphores()) {
            throw new IllegalArgumentException("channel " + channel.name() + " has the limit "
                    + channel.limit().name() + ", a semaphore, which needs a single Redis server: in a Cluster or "
                    + "behind a proxy it may be on another node than the queue");
        }
        channel.queues().keySet().forEach(queue -> checkLimit(channel, queue, known));
        if (Limit.isFair(channel.limit().name())) {
            checkAlone(channel, all);
        }
    }

    /** @param known queue and name of a limit to the first channel that has it */
    private void checkLimit(ChannelConfig channel, String queue, Map<String, ChannelConfig> known) {
        if (shards.applyAsInt(queue) > 1) {
            throw new IllegalArgumentException("channel " + channel.name() + " has the limit "
                    + channel.limit().name() + ", and its queue \"" + queue + "\" has " + shards.applyAsInt(queue)
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
    private static void checkAlone(ChannelConfig channel, List<ChannelConfig> all) {
        for (ChannelConfig config : all) {
            channel.queues().keySet().stream().filter(queue -> config != channel && config.queues().containsKey(queue))
                    .findFirst().ifPresent(queue -> {
                        throw new IllegalArgumentException("channel " + channel.name()
                                + " is fair between keys by " + channel.limit().key() + ", and channel " + config.name()
                                + " has the same queue \"" + queue
                                + "\"; it must be the only channel of its queue");
                    });
        }
    }

    @Override
    public Optional<AdmissionRule> rule(ChannelConfig channel) {
        return Optional.ofNullable(channel.limit()).map(LimitRule::of);
    }

    @Override
    public List<PeriodicThread> services() {
        return List.of(PeriodicThread.of("asynq-limits", LimitWatch.INTERVAL, threads, watch));
    }

    @Override
    public void started() {
        commands.addListener(watch);
    }

    @Override
    public void stop(Duration limit) {
        commands.removeListener(watch);
    }
}

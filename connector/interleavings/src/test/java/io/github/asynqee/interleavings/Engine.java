package io.github.asynqee.interleavings;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.github.asynqee.event.TaskListener;
import io.github.asynqee.internal.client.ShardedStore;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.delivery.Completer;
import io.github.asynqee.internal.delivery.DeadLetterSender;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.delivery.LeaseExtender;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.delivery.TaskSettler;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.fetch.Fetcher;
import io.github.asynqee.internal.fetch.TaskDispatcher;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.lane.Router;
import io.github.asynqee.internal.metrics.ChannelMetrics;
import io.github.asynqee.internal.metrics.WorkerMetrics;
import io.github.asynqee.internal.shard.KnownShards;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.FailurePolicy;
import io.github.asynqee.worker.RetryDelay;
import io.github.asynqee.worker.WorkerConfig;

/** The parts of a worker with one channel, wired as in a worker. Their threads belong to the test. */
public final class Engine {

    public final MemoryBroker broker = new MemoryBroker();
    public final InFlight inFlight = new InFlight();
    public final Channel channel = new Channel(new ChannelConfig("c", Map.of("q", 1), "",
            FailurePolicy.of(RetryDelay.fixed(Duration.ofHours(1)))));
    public final Completer completer;
    public final TaskSettler settler;
    private final TaskEvents events = new TaskEvents(TaskListener.NONE, broker.clock());
    private final WorkerMetrics metrics = new WorkerMetrics(() -> 0, () -> 0, List.of(), null);
    private Consumer<String> onRequeued = queue -> {};
    private final ChannelMetrics.OfType counts = new ChannelMetrics("c", () -> 0, () -> 0, () -> 0)
            .consumed("q", "type");

    public Engine() {
        completer = new Completer(broker, broker.clock(), events, metrics, AttemptRecorder.OFF);
        DeadLetterSender letters = new DeadLetterSender(new ShardedStore(broker, KnownShards.NONE), broker.clock(),
                message -> null, System::nanoTime);
        settler = new TaskSettler(broker, message -> channel.config(), inFlight, queue -> completer, letters, events,
                queue -> onRequeued.accept(queue));
    }

    /** A leased task. */
    public TaskDelivery delivery(String id) {
        TaskDelivery delivery = new TaskDelivery(broker.lease(id), inFlight.nextNumber(), broker.clock(), counts,
                settler);
        inFlight.add(delivery);
        return delivery;
    }

    /** Writes the outcomes that have arrived. */
    public void write() {
        completer.runOnce();
    }

    public LeaseExtender leases() {
        return new LeaseExtender(broker, broker.clock(), events, metrics);
    }

    /** The fetcher of the channel; to be called after its first lane is ready. */
    public Fetcher fetcher() {
        Router router = new Router(List.of(channel));
        WorkerConfig config = WorkerConfig.builder().build();
        Fetcher fetcher = new Fetcher(broker, router, config,
                new TaskDispatcher(config, router, inFlight, settler, metrics), settler::isBehind, metrics);
        onRequeued = fetcher::requeued;
        channel.onDemand(fetcher::demand);
        return fetcher;
    }
}

package io.github.asynqee.internal.engine;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.github.asynqee.ServerState;
import io.github.asynqee.internal.delivery.InFlight;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.internal.service.Heartbeat.Report;
import io.github.asynqee.internal.service.ServerIdentity;

/** Snapshot of a worker for the heartbeat: one entry for each task whose handler has started. */
final class ServerInfoSource implements Supplier<Report> {

    /** Latest time that a protobuf timestamp can represent. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private final Supplier<Map<String, Integer>> priorities;
    private final boolean strict;
    private final List<Channel> channels;
    private final InFlight inFlight;
    private final Supplier<ServerState> state;
    private final Clock clock;
    private volatile ServerIdentity identity;

    ServerInfoSource(Supplier<Map<String, Integer>> priorities, boolean strict, List<Channel> channels,
            InFlight inFlight,
            Supplier<ServerState> state, Clock clock) {
        this.priorities = priorities;
        this.strict = strict;
        this.channels = channels;
        this.inFlight = inFlight;
        this.state = state;
        this.clock = clock;
    }

    @Override
    public Report get() {
        identity();
        List<WorkerInfo> workers = inFlight.tasks().stream().filter(delivery -> delivery.begunAt() != null)
                .map(this::worker).toList();
        int concurrency = channels.stream().mapToInt(Channel::lanes).sum();
        return new Report(new ServerInfo(identity.host(), identity.pid(), identity.id(), concurrency, priorities.get(),
                strict, state.get().wireName(), identity.startedAt(), workers.size()), workers);
    }

    /** The identity of this server, the same at each call. */
    synchronized ServerIdentity identity() {
        if (identity == null) {
            identity = ServerIdentity.create(clock.instant());
        }
        return identity;
    }

    private WorkerInfo worker(TaskDelivery delivery) {
        TaskMessage message = delivery.message();
        Instant deadline = delivery.deadline();
        return new WorkerInfo(identity.host(), identity.pid(), identity.id(), message.id(), message.type(),
                message.payload(), message.queue(), delivery.begunAt(), deadline.isBefore(LATEST) ? deadline : LATEST);
    }
}

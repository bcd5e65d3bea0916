package io.github.asynqee.internal.service;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.registry.ServerRegistry;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.internal.thread.PeriodicJob;

/**
 * Publishes this server and the tasks it runs (protocol section 5.5 and protocol section 7.11). Leases do not depend on
 * the heartbeat; they are extended separately. The published data is deleted when the service ends.
 */
public final class Heartbeat implements PeriodicJob {

    /** Minimum time to live of a report. */
    private static final Duration MIN_TTL = Duration.ofSeconds(10);

    private final ServerRegistry servers;
    private final Supplier<Report> source;
    private final Duration interval;
    private final Supplier<? extends Collection<String>> named;
    private final long beatsPerMinute;
    private long beats;
    private ServerInfo published;

    /**
     * A snapshot of the server.
     *
     * @param server the server
     * @param workers one entry per running task
     */
    public record Report(ServerInfo server, List<WorkerInfo> workers) {}

    /**
     * Creates the service.
     *
     * @param servers the registry to publish to
     * @param source supplies the current snapshot
     * @param interval time between two reports; a report lives for twice as long, at least 10 s
     * @param named the queues that are registered again every minute, and if Redis does not know the server
     */
    public Heartbeat(ServerRegistry servers, Supplier<Report> source, Duration interval,
            Supplier<? extends Collection<String>> named) {
        this.servers = servers;
        this.source = source;
        this.interval = interval;
        this.named = named;
        this.beatsPerMinute = Math.max(1, Duration.ofMinutes(1).dividedBy(interval));
    }

    /**
     * Publishes the current snapshot.
     *
     * @return the interval
     */
    @Override
    public Duration runOnce() {
        Report report = source.get();
        published = report.server();
        Duration ttl = interval.multipliedBy(2);
        boolean lost = servers.write(published, report.workers(), ttl.compareTo(MIN_TTL) < 0 ? MIN_TTL : ttl);
        beats++;
        // a node of a cluster may have lost the names, while another one knows the server
        if (lost || beats % beatsPerMinute == 0) {
            servers.registerAgain(named.get());
        }
        return interval;
    }

    @Override
    public void end() {
        if (published != null) {
            servers.clear(published);
        }
    }
}

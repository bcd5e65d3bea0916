package io.github.asynqee.internal.service;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.ServerRegistry;
import io.github.asynqee.internal.protocol.ServerInfo;
import io.github.asynqee.internal.protocol.WorkerInfo;
import io.github.asynqee.internal.thread.PeriodicJob;

/**
 * Tells whoever lists servers what this one is and what it runs (protocol sections 5.5 and 7.11). Leases do not depend on
 * it: they are extended elsewhere. Takes everything back at its end.
 */
public final class Heartbeat implements PeriodicJob {

    /** How long a report is believed at least. */
    private static final Duration SHORTEST_LIFE = Duration.ofSeconds(10);

    private final ServerRegistry servers;
    private final Supplier<Report> source;
    private final Duration interval;
    private ServerInfo published;

    /**
     * What is published.
     *
     * @param server the server
     * @param workers one for each task that is running
     */
    public record Report(ServerInfo server, List<WorkerInfo> workers) {}

    /**
     * Creates the service.
     *
     * @param servers where it publishes
     * @param source tells what the server is doing now
     * @param interval how often that is published; it is believed for twice as long
     */
    public Heartbeat(ServerRegistry servers, Supplier<Report> source, Duration interval) {
        this.servers = servers;
        this.source = source;
        this.interval = interval;
    }

    /**
     * Publishes what the server is doing now.
     *
     * @return the interval
     */
    @Override
    public Duration runOnce() {
        Report report = source.get();
        published = report.server();
        Duration life = interval.multipliedBy(2);
        servers.write(published, report.workers(), life.compareTo(SHORTEST_LIFE) < 0 ? SHORTEST_LIFE : life);
        return interval;
    }

    @Override
    public void end() {
        if (published != null) {
            servers.clear(published);
        }
    }
}

package io.github.asynqee.internal.service;

import java.time.Duration;

import io.github.asynqee.internal.broker.MaintenanceCommands;
import io.github.asynqee.internal.statistics.WorkerStatistics;
import io.github.asynqee.internal.thread.PeriodicJob;

/** Writes the statistics of a worker every 10 seconds and at its end. Failed writes are lost. */
public final class StatisticsFlush implements PeriodicJob {

    /** The rest between two writes. */
    public static final Duration INTERVAL = Duration.ofSeconds(10);

    private final MaintenanceCommands maintenance;
    private final WorkerStatistics statistics;

    public StatisticsFlush(MaintenanceCommands maintenance, WorkerStatistics statistics) {
        this.maintenance = maintenance;
        this.statistics = statistics;
    }

    @Override
    public Duration runOnce() {
        maintenance.recordStatistics(statistics.take());
        return INTERVAL;
    }

    @Override
    public void end() {
        runOnce();
    }
}

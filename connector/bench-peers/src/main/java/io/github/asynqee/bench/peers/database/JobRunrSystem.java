package io.github.asynqee.bench.peers.database;

import static org.jobrunr.server.BackgroundJobServerConfiguration.usingStandardBackgroundJobServerConfiguration;

import java.time.Duration;
import java.util.List;

import javax.sql.DataSource;

import io.github.asynqee.bench.peers.app.JobSystem;
import io.github.asynqee.bench.peers.app.Ledger;
import org.jobrunr.configuration.JobRunr;
import org.jobrunr.jobs.lambdas.JobRequest;
import org.jobrunr.jobs.lambdas.JobRequestHandler;
import org.jobrunr.scheduling.JobRequestScheduler;
import org.jobrunr.server.BackgroundJobServer;
import org.jobrunr.storage.sql.postgres.PostgresStorageProvider;

/** JobRunr with the shortest pause between polls that it allows with a database. */
final class JobRunrSystem implements JobSystem {

    private static final Duration POLLING = Duration.ofSeconds(5);

    private final DataSource database;
    private final JobRequestScheduler scheduler;
    private final BackgroundJobServer server;

    /** A task. */
    public record TaskRequest(byte[] payload) implements JobRequest {
        @Override
        public Class<TaskHandler> getJobRequestHandler() {
            return TaskHandler.class;
        }
    }

    /** Handles a task. */
    public static final class TaskHandler implements JobRequestHandler<TaskRequest> {
        @Override
        public void run(TaskRequest request) {
            Ledger.started(request.payload());
        }
    }

    JobRunrSystem(DataSource database, int concurrency) {
        this.database = database;
        scheduler = JobRunr.configure()
                .useStorageProvider(new PostgresStorageProvider(database))
                .useBackgroundJobServer(usingStandardBackgroundJobServerConfiguration().andWorkerCount(concurrency)
                        .andPollInterval(POLLING))
                .initialize().getJobRequestScheduler();
        server = JobRunr.getBackgroundJobServer();
    }

    @Override
    public void enqueueEach(List<byte[]> payloads) {
        payloads.forEach(payload -> scheduler.enqueue(new TaskRequest(payload)));
    }

    @Override
    public void enqueueAll(List<byte[]> payloads) {
        scheduler.enqueue(payloads.stream().map(TaskRequest::new));
    }

    @Override
    public void pause(boolean paused) {
        if (paused) {
            server.pauseProcessing();
        } else {
            Sql.vacuum(database, "jobrunr_jobs");
            server.resumeProcessing();
        }
    }

    @Override
    public long left() {
        return Sql.number(database, "select count(*) from jobrunr_jobs where state <> 'SUCCEEDED'");
    }

    @Override
    public void forget() {
        Sql.execute(database, "truncate jobrunr_jobs");
    }

    @Override
    public void close() {
        JobRunr.destroy();
    }
}

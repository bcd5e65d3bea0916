package io.github.asynqee.bench.peers.database;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import javax.sql.DataSource;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.task.TaskInstance;
import com.github.kagkarlsson.scheduler.task.helper.OneTimeTask;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import io.github.asynqee.bench.peers.app.JobSystem;
import io.github.asynqee.bench.peers.app.Ledger;

/** db-scheduler with the settings that its documentation names for high throughput. */
final class DbSchedulerSystem implements JobSystem {

    private static final String TABLE = """
            create table if not exists scheduled_tasks (
              task_name text not null,
              task_instance text not null,
              task_data bytea,
              execution_time timestamp with time zone not null,
              picked boolean not null,
              picked_by text,
              last_success timestamp with time zone,
              last_failure timestamp with time zone,
              consecutive_failures int,
              last_heartbeat timestamp with time zone,
              version bigint not null,
              priority smallint,
              primary key (task_name, task_instance));
            create index if not exists execution_time_idx on scheduled_tasks (execution_time);
            create index if not exists last_heartbeat_idx on scheduled_tasks (last_heartbeat);
            """;
    /** When executions left in memory are fewer than this multiple of the threads, more are fetched. */
    private static final double LOWER_LIMIT = 1.0;
    /** Maximum number of fetched executions in memory, as a multiple of the threads. */
    private static final double UPPER_LIMIT = 4.0;
    private static final Duration POLLING = Duration.ofSeconds(1);

    private final AtomicLong ids = new AtomicLong();
    private final OneTimeTask<byte[]> task = Tasks.oneTime("bench", byte[].class)
            .execute((instance, context) -> Ledger.started(instance.getData()));
    private final DataSource database;
    private final Scheduler scheduler;

    DbSchedulerSystem(DataSource database, int concurrency) {
        this.database = database;
        Sql.execute(database, TABLE);
        scheduler = Scheduler.create(database, task).threads(concurrency)
                .pollUsingLockAndFetch(LOWER_LIMIT, UPPER_LIMIT).enableImmediateExecution().pollingInterval(POLLING)
                .build();
        scheduler.start();
    }

    private TaskInstance<byte[]> instance(byte[] payload) {
        return task.instance(Long.toString(ids.incrementAndGet()), payload);
    }

    @Override
    public void enqueueEach(List<byte[]> payloads) {
        payloads.forEach(payload -> scheduler.schedule(instance(payload), Instant.now()));
    }

    @Override
    public void enqueueAll(List<byte[]> payloads) {
        List<TaskInstance<?>> instances = new ArrayList<>();
        payloads.forEach(payload -> instances.add(instance(payload)));
        scheduler.scheduleBatch(instances, Instant.now());
    }

    @Override
    public void pause(boolean paused) {
        if (paused) {
            scheduler.pause();
        } else {
            Sql.vacuum(database, "scheduled_tasks");
            scheduler.resume();
            scheduler.triggerCheckForDueExecutions();
        }
    }

    @Override
    public long left() {
        return Sql.number(database, "select count(*) from scheduled_tasks");
    }

    @Override
    public void close() {
        scheduler.stop();
    }
}

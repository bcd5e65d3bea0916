package io.github.asynqee.server.faults;

import java.time.Duration;
import java.util.Queue;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.BulkOperations;
import io.github.asynqee.inspect.BulkPage;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.redis.BrokerException;

/** Archives waiting tasks of a queue by bulk changes, and undoes each change. */
final class Operator implements AutoCloseable {

    private static final TaskFilter WAITING = TaskFilter.ALL.inQueues("own")
            .inStates(TaskState.PENDING, TaskState.SCHEDULED);
    private static final TaskFilter ARCHIVED = TaskFilter.ALL.inQueues("own").inStates(TaskState.ARCHIVED);
    private static final int AT_ONCE = 200;
    private static final Duration STEP = Duration.ofMillis(500);
    private static final int PAUSE_MILLIS = 2_000;
    private static final int RETRY_MILLIS = 200;

    private final Inspector inspector;
    private final Random random;
    private final Queue<BulkOperations> runs = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "operator");
    private volatile boolean stopped;
    private volatile int changed;
    private volatile RuntimeException failure;

    Operator(String url, long seed) {
        inspector = Inspectors.connect(url);
        random = new Random(seed);
    }

    void start() {
        thread.start();
    }

    /**
     * Ends when all archived tasks are restored. Call it only when Redis no longer has faults. Undoes all runs again,
     * because a fail-over may have lost the first undo. Returns how many tasks were archived.
     */
    int stop() throws InterruptedException {
        stopped = true;
        thread.join();
        if (failure != null) {
            throw failure;
        }
        for (BulkOperations run : runs) {
            undo(run);
        }
        return changed;
    }

    private void run() {
        try {
            while (!stopped) {
                BulkOperations run = inspector.bulk().asRun(UUID.randomUUID().toString());
                runs.add(run);
                archive(run);
                Thread.sleep(random.nextInt(PAUSE_MILLIS));
                undo(run);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** One step, which is not repeated if it fails. */
    private void archive(BulkOperations run) {
        try {
            BulkPage page = run.change(BulkAction.ARCHIVE, WAITING, null, AT_ONCE, STEP);
            changed += (int) page.results().stream()
                    .filter(result -> result.outcome() == BulkPage.BulkResult.Outcome.CHANGED).count();
        } catch (BrokerException e) {
            // Redis is away: a part of the step may have been done
        }
    }

    /** All steps, each until it has been done. */
    private void undo(BulkOperations run) throws InterruptedException {
        String next = null;
        boolean ended = false;
        while (!ended) {
            try {
                next = run.change(BulkAction.RESTORE, ARCHIVED, next, AT_ONCE, STEP).next();
                ended = next == null;
            } catch (BrokerException e) {
                Thread.sleep(RETRY_MILLIS);
            }
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        inspector.close();
    }
}

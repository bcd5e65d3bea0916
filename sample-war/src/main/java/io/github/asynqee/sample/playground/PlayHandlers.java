package io.github.asynqee.sample.playground;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy.POST_PROCESSING;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import io.github.asynqee.RevokeTaskException;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.sample.Transactions;
import io.github.asynqee.sample.playground.stats.PlaygroundStats;
import io.github.asynqee.sample.playground.stats.ThreadKind;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * One handler for each kind of outcome. They take the message to access the task; with {@code POST_PROCESSING} the task
 * is done when the handler returns and fails when it throws.
 */
@ApplicationScoped
public class PlayHandlers {

    @Inject
    private PlaygroundStats stats;
    @Inject
    private Transactions transactions;
    @Resource
    private ManagedExecutorService executor;

    /** Writes the payload as the result if the task has a retention. */
    @Incoming("play-echo")
    @Acknowledgment(POST_PROCESSING)
    public CompletionStage<Void> echo(Message<byte[]> message) throws Exception {
        return stats.keep(message, task -> {
            if (!task.retention().isZero()) {
                task.writeResult(task.getPayload());
            }
        });
    }

    /** Sleeps, and ends when it is interrupted. */
    @Incoming("play-sleep")
    @Acknowledgment(POST_PROCESSING)
    public CompletionStage<Void> sleep(Message<Pause> message) throws Exception {
        return stats.keep(message, task -> {
            task.progress(0, "asleep");
            Thread.sleep(task.getPayload().ms());
        });
    }

    /** Fails a given number of times, then succeeds. */
    @Incoming("play-fail")
    @Acknowledgment(POST_PROCESSING)
    public CompletionStage<Void> fail(Message<Failures> message) throws Exception {
        return stats.keep(message, task -> {
            if (task.retried() < task.getPayload().times()) {
                throw new IllegalStateException("attempt " + (task.retried() + 1) + " fails on purpose");
            }
        });
    }

    /** Throws an error: a failure like any other. */
    @Incoming("play-crash")
    @Acknowledgment(POST_PROCESSING)
    public CompletionStage<Void> crash(Message<byte[]> message) throws Exception {
        return stats.keep(message, task -> {
            throw new AssertionError("crashes on purpose");
        });
    }

    /** Fails permanently. */
    @Incoming("play-skip")
    @Acknowledgment(POST_PROCESSING)
    public CompletionStage<Void> skip(Message<byte[]> message) throws Exception {
        return stats.keep(message, task -> {
            throw new SkipRetryException("not worth another attempt");
        });
    }

    /** Revokes its task. */
    @Incoming("play-revoke")
    @Acknowledgment(POST_PROCESSING)
    public CompletionStage<Void> revoke(Message<byte[]> message) throws Exception {
        return stats.keep(message, task -> {
            throw new RevokeTaskException("not wanted any more");
        });
    }

    /** Runs for the given time and ignores interrupts. */
    @Incoming("play-hang")
    @Acknowledgment(POST_PROCESSING)
    public CompletionStage<Void> hang(Message<Pause> message) throws Exception {
        return stats.keep(message, task -> {
            long end = System.nanoTime() + MILLISECONDS.toNanos(task.getPayload().ms());
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
                Thread.interrupted();
            }
        });
    }

    /** Takes part in a JTA transaction, which is rolled back if the handler fails. */
    @Incoming("play-tx")
    @Acknowledgment(POST_PROCESSING)
    @Transactional
    public CompletionStage<Void> tx(Message<Booking> message) throws Exception {
        return stats.keep(message, task -> {
            transactions.whenEnded(stats.period()::committed, stats.period()::rolledBack);
            if (task.getPayload().fail()) {
                throw new IllegalStateException("fails on purpose after the write");
            }
        });
    }

    /** Blocks no thread while it waits, and ends on a thread of the container's executor. */
    @Incoming("play-async")
    @Acknowledgment(POST_PROCESSING)
    public CompletionStage<Void> async(Message<Pause> message) throws Exception {
        return stats.keepAsync(message, task -> {
            Executor later = CompletableFuture.delayedExecutor(task.getPayload().ms(), MILLISECONDS, executor);
            return CompletableFuture.runAsync(() -> task.writeResult(ThreadKind.ofCurrent()), later);
        });
    }

    /** Runs every two seconds if that is enabled: see {@code cron.play-tick} in the configuration. */
    @Incoming("play-tick")
    @Acknowledgment(POST_PROCESSING)
    public CompletionStage<Void> tick(Message<byte[]> message) throws Exception {
        return stats.keep(message, task -> {
        });
    }
}

package io.github.asynqee.sample.playground;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import io.github.asynqee.TaskContext;
import io.github.asynqee.sample.Transactions;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Handlers that take the payload; the task is injected. */
@ApplicationScoped
public class PayloadHandlers {

    private static final int DELAY_MILLIS = 50;

    @Inject
    private TaskContext task;
    @Inject
    private Transactions transactions;
    @Resource
    private ManagedExecutorService executor;

    /** Runs in a JTA transaction, and reports its end as the progress of the task. */
    @Incoming("play-context")
    @Transactional
    public void book(Booking booking) {
        transactions.whenEnded(() -> task.progress(100, "committed"), () -> task.progress(50, "rolled back"));
        failIfWanted(booking);
        task.writeResult(task.type() + " " + task.id() + " attempt " + (task.retried() + 1));
    }

    /** Ends on another thread. */
    @Incoming("play-later")
    public CompletionStage<Void> bookLater(Booking booking) {
        Executor later = CompletableFuture.delayedExecutor(DELAY_MILLIS, MILLISECONDS, executor);
        return CompletableFuture.runAsync(() -> failIfWanted(booking), later);
    }

    /** Is followed by another task. */
    @Incoming("play-chain")
    @Outgoing("play-sums")
    public String bookAndContinue(Booking booking) {
        failIfWanted(booking);
        return "next of " + task.id();
    }

    private static void failIfWanted(Booking booking) {
        if (booking.fail()) {
            throw new IllegalStateException("fails on purpose");
        }
    }
}

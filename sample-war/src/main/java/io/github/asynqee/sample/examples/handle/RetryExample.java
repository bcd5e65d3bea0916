package io.github.asynqee.sample.examples.handle;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.SkipRetryException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.sample.examples.run.Example;
import io.github.asynqee.sample.examples.run.ExampleLog;
import io.github.asynqee.worker.RetryDelay;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A bean decides when a failed task runs again; a task may set its own delay and end of retries. */
@ApplicationScoped
public class RetryExample implements Example {

    @Inject
    private AsynqClient client;
    @Inject
    private ExampleLog log;

    /** The delays of transfers to a bank. */
    @Named("bank")
    @ApplicationScoped
    public static class BankRetries implements RetryDelay {

        @Override
        public Duration delay(int retried, Throwable error, TaskInfo task) {
            if (error.getMessage().contains("account closed")) {
                throw new SkipRetryException("no retry opens it");
            }
            return Duration.ofMinutes(retried < 3 ? 5 : 60);
        }
    }

    /** Fails. */
    @Incoming("transfers")
    public void transfer(String transfer) {
        log.add("RetryExample", transfer);
        throw new IllegalStateException(transfer);
    }

    @Override
    public CompletionStage<?> run() {
        return client.enqueueAsync(Task.of("example:transfer", "bank closed").queue("examples").id("hasty-transfer")
                .retryDelay("exponential:1s..1m~20%").retryUntil(Instant.now().plus(Duration.ofHours(2))));
    }
}

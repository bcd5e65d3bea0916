package io.github.asynqee.sample.playground.stats;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.json.JsonObject;

import io.github.asynqee.messaging.AsynqMessage;
import org.eclipse.microprofile.reactive.messaging.Message;

/** Counts the calls of the handlers. */
@ApplicationScoped
public class PlaygroundStats {

    private volatile StatsPeriod period = new StatsPeriod();

    /** The work of a handler. */
    @FunctionalInterface
    public interface Work<T> {
        /** Does the work. */
        void run(AsynqMessage<T> task) throws Exception;
    }

    /** The asynchronous work of a handler. */
    @FunctionalInterface
    public interface AsyncWork<T> {
        /** Begins the work. */
        CompletionStage<?> run(AsynqMessage<T> task) throws Exception;
    }

    /** Does the work and counts how it ended. */
    public <T> CompletionStage<Void> keep(Message<T> message, Work<T> work) throws Exception {
        return keepAsync(message, task -> {
            work.run(task);
            return CompletableFuture.completedStage(null);
        });
    }

    /** Begins the work and counts its outcome when it ends. */
    public <T> CompletionStage<Void> keepAsync(Message<T> message, AsyncWork<T> work) throws Exception {
        @SuppressWarnings("unchecked")
        AsynqMessage<T> task = message.unwrap(AsynqMessage.class);
        StatsPeriod.Attempt attempt = period.begin(task);
        CompletionStage<?> end;
        try {
            end = work.run(task);
        } catch (Throwable error) {
            attempt.end(error);
            throw error;
        }
        return end.whenComplete((result, error) -> attempt.end(error)).thenApply(result -> null);
    }

    /** The period since the last reset. */
    public StatsPeriod period() {
        return period;
    }

    /** Begins a new period, which does not count handlers that are already running. */
    public void reset() {
        period = new StatsPeriod();
    }

    public JsonObject toJson() {
        return period.toJson();
    }
}

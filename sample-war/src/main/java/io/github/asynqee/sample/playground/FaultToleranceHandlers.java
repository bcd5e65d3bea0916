package io.github.asynqee.sample.playground;

import static org.eclipse.microprofile.reactive.messaging.Acknowledgment.Strategy.POST_PROCESSING;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.TaskContext;
import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.sample.playground.stats.PlaygroundStats;
import org.eclipse.microprofile.faulttolerance.Asynchronous;
import org.eclipse.microprofile.faulttolerance.Bulkhead;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Fallback;
import org.eclipse.microprofile.faulttolerance.Retry;
import org.eclipse.microprofile.faulttolerance.Timeout;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** One handler for each annotation of MicroProfile Fault Tolerance. Each call of a handler is counted. */
@ApplicationScoped
public class FaultToleranceHandlers {

    private static final int LIMIT_MILLIS = 200;

    private final Map<String, Integer> calls = new ConcurrentHashMap<>();

    @Inject
    private PlaygroundStats stats;
    @Inject
    private TaskContext context;

    private CompletionStage<Void> failFirst(Message<Failures> message) throws Exception {
        return stats.keep(message, this::failWhileWanted);
    }

    private void failWhileWanted(AsynqMessage<Failures> task) {
        int call = calls.merge(task.id(), 1, Integer::sum);
        if (call <= task.getPayload().times()) {
            throw new IllegalStateException("call " + call + " fails on purpose");
        }
        task.writeResult("call " + call);
    }

    private CompletionStage<Void> pause(Message<Pause> message) throws Exception {
        return stats.keep(message, task -> Thread.sleep(task.getPayload().ms()));
    }

    /** Fault Tolerance calls this handler up to three times in one attempt. */
    @Incoming("play-tolerant-retry")
    @Acknowledgment(POST_PROCESSING)
    @Retry(maxRetries = 2, delay = 10, jitter = 0)
    public CompletionStage<Void> retry(Message<Failures> message) throws Exception {
        return failFirst(message);
    }

    /** Is interrupted before the task's own timeout. */
    @Incoming("play-tolerant-timeout")
    @Acknowledgment(POST_PROCESSING)
    @Timeout(LIMIT_MILLIS)
    public CompletionStage<Void> timeout(Message<Pause> message) throws Exception {
        return pause(message);
    }

    /** Always fails, so that {@link #instead} is called. */
    @Incoming("play-tolerant-fallback")
    @Fallback(fallbackMethod = "instead")
    public void fallback(Failures failures) {
        throw new IllegalStateException("fails on purpose, " + failures);
    }

    /** Is called in place of {@link #fallback}. */
    public void instead(Failures failures) {
        context.writeResult("instead");
    }

    /** Runs on a thread of Fault Tolerance, which sees its stage fail and calls it again. */
    @Incoming("play-tolerant-async")
    @Acknowledgment(POST_PROCESSING)
    @Asynchronous
    @Retry(maxRetries = 2, delay = 10, jitter = 0)
    @Fallback(fallbackMethod = "insteadLater")
    public CompletionStage<Void> async(Message<Failures> message) {
        try {
            return failFirst(message);
        } catch (Exception e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /** Is called in place of {@link #async}. */
    public CompletionStage<Void> insteadLater(Message<Failures> message) {
        message.unwrap(AsynqMessage.class).writeResult("instead");
        return CompletableFuture.completedStage(null);
    }

    /** Is no longer called after two failures. */
    @Incoming("play-tolerant-circuit")
    @Acknowledgment(POST_PROCESSING)
    @CircuitBreaker(requestVolumeThreshold = 2, failureRatio = 1, delay = 3_600_000)
    public CompletionStage<Void> circuit(Message<Failures> message) throws Exception {
        return failFirst(message);
    }

    /** Runs once at a time, although its channel has two lanes. */
    @Incoming("play-tolerant-bulkhead")
    @Acknowledgment(POST_PROCESSING)
    @Bulkhead(1)
    public CompletionStage<Void> bulkhead(Message<Pause> message) throws Exception {
        return pause(message);
    }

    /** Is not called again if it was interrupted because its attempt had timed out. */
    @Incoming("play-tolerant-sleep")
    @Acknowledgment(POST_PROCESSING)
    @Retry(maxRetries = 2, delay = 0, jitter = 0)
    public CompletionStage<Void> sleep(Message<Pause> message) throws Exception {
        return pause(message);
    }
}

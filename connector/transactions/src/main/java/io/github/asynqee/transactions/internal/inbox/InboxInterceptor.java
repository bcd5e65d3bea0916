package io.github.asynqee.transactions.internal.inbox;

import java.time.Duration;

import jakarta.annotation.Priority;
import jakarta.inject.Inject;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import io.github.asynqee.messaging.AsynqMessage;
import io.github.asynqee.messaging.internal.incoming.LaneMessage;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.jspecify.annotations.Nullable;

/**
 * Calls a handler in a transaction that also inserts the inbox row of its task. Runs after the connector's
 * interceptor, which settles a failed task, and before all others, so that {@code @Transactional} joins this
 * transaction.
 */
@Interceptor
@InboxBinding
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 15)
public class InboxInterceptor {

    /**
     * The transaction's time limit exceeds the time left for the attempt by this much, so that the attempt times out
     * first.
     */
    private static final Duration MARGIN = Duration.ofSeconds(10);

    @Inject
    private Inboxes inboxes;

    /** Creates the interceptor; done by the container. */
    public InboxInterceptor() {}

    /**
     * Calls the handler unless the task was handled before.
     *
     * @param call the call
     * @return {@code null}: the handler returns nothing
     * @throws Exception if the handler or its transaction fails
     */
    @AroundInvoke
    public @Nullable Object handle(InvocationContext call) throws Exception {
        if (call.getContextData().get(DeliveredCall.TASK) instanceof LaneMessage<?> lane
                && lane instanceof AsynqMessage<?> task) {
            String channel = call.getMethod().getAnnotation(Incoming.class).value();
            inboxes.of(channel).call(InboxTask.of(task), timeout(lane.timeLeft()), lane::isCancelled,
                    call::proceed);
            return null;
        }
        return call.proceed();
    }

    private static int timeout(Duration left) {
        long seconds = left.plus(MARGIN).toSeconds();
        return (int) Math.max(1, Math.min(seconds, Integer.MAX_VALUE));
    }
}

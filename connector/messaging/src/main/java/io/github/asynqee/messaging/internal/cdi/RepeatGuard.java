package io.github.asynqee.messaging.internal.cdi;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import io.github.asynqee.messaging.internal.incoming.LaneMessage;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;

/**
 * Ends the repetitions of a handler whose attempt is over: on Open Liberty {@code @Retry} calls a handler again that was
 * interrupted because of that, beside the next attempt, and nothing would interrupt it once more.
 *
 * <p>Runs inside the interceptor of Fault Tolerance.
 */
@Interceptor
@MayRepeat
@Priority(Interceptor.Priority.PLATFORM_AFTER + 500)
public class RepeatGuard {

    private static final String CALLED = RepeatGuard.class.getName();

    /** Not an exception: those are what {@code @Retry} repeats a call after, unless it names others. */
    static final class AttemptOverError extends Error {

        private static final long serialVersionUID = 1L;

        AttemptOverError() {
            super("the handler is not called again: its time has passed, or its task was cancelled");
        }
    }

    /** Creates the guard; done by the container. */
    public RepeatGuard() {}

    /**
     * Calls the handler, unless it was called before and its attempt is over. The first call is always made: with
     * {@code @Acknowledgment(PRE_PROCESSING)} the task is done already.
     *
     * @param call the call
     * @return the result of the handler
     * @throws Exception if the handler fails
     */
    @AroundInvoke
    public @Nullable Object guard(InvocationContext call) throws Exception {
        boolean again = call.getContextData().putIfAbsent(CALLED, true) != null;
        if (again && message(call) instanceof LaneMessage<?> task && task.isCancelled()) {
            throw new AttemptOverError();
        }
        return call.proceed();
    }

    private static @Nullable Message<?> message(InvocationContext call) {
        Object[] arguments = call.getParameters();
        return arguments.length > 0 && arguments[0] instanceof LaneMessage<?> message ? message : LaneMessage.current();
    }
}

package io.github.asynqee.messaging.internal.cdi;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import io.github.asynqee.messaging.internal.incoming.LaneMessage;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.jspecify.annotations.Nullable;

/**
 * Stops repeating a handler after its attempt has ended. When an attempt ends early, its handler is interrupted. On
 * Open Liberty, {@code @Retry} then calls the handler again, in parallel with the next attempt and without another
 * interrupt.
 *
 * <p>Runs inside the interceptor of Fault Tolerance.
 */
@Interceptor
@RepeatGuardBinding
@Priority(Interceptor.Priority.PLATFORM_AFTER + 500)
public class RepeatGuard {

    private static final String CALLED = RepeatGuard.class.getName();

    /** An error, because {@code @Retry} by default repeats a call after each exception. */
    static final class AttemptOverError extends Error {

        private static final long serialVersionUID = 1L;

        AttemptOverError() {
            super("the handler is not called again because its attempt timed out or was cancelled");
        }
    }

    /** Creates the guard; done by the container. */
    public RepeatGuard() {}

    /**
     * Calls the handler, unless it was called before and its attempt has ended. Always makes the first call, because
     * with {@code @Acknowledgment(PRE_PROCESSING)} the task is already settled.
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

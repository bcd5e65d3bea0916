package io.github.asynqee.messaging.internal.cdi;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import io.github.asynqee.messaging.internal.incoming.LaneMessage;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Fails the attempt of a handler that marks its transaction for rollback and returns, like the delivery to a
 * message-driven bean. Runs inside the interceptor of {@code @Transactional}, which rolls back and rethrows the
 * exception.
 */
@Interceptor
@HandlerGuardBinding
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 201)
public class RollbackGuard {

    /** Creates the guard; done by the container. */
    public RollbackGuard() {}

    /**
     * Calls the handler.
     *
     * @param call the call
     * @return the result of the handler
     * @throws Exception if the handler fails or marks its transaction for rollback
     */
    @AroundInvoke
    public Object guard(InvocationContext call) throws Exception {
        Object result = call.proceed();
        if (LaneMessage.current() instanceof LaneMessage<?> message && message.isMarkedForRollback()) {
            Incoming incoming = call.getMethod().getAnnotation(Incoming.class);
            throw new IllegalStateException("the handler of channel " + incoming.value()
                    + " marked its transaction for rollback");
        }
        return result;
    }
}

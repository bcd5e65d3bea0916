package io.github.asynqee.transactions.internal.inbox;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import io.github.asynqee.messaging.internal.incoming.LaneMessage;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Notes with the call of a handler the task for which the runtime calls it. Runs outside the connector's own interceptor,
 * which takes the task for the first call only. A call by the application has none.
 */
@Interceptor
@Inboxed
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 5)
public class DeliveredCall {

    /** Under which the task is kept with the call. */
    static final String TASK = DeliveredCall.class.getName();

    /** Creates the interceptor; done by the container. */
    public DeliveredCall() {}

    /**
     * Passes the call on.
     *
     * @param call the call
     * @return its result
     * @throws Exception if it fails
     */
    @AroundInvoke
    public Object note(InvocationContext call) throws Exception {
        LaneMessage<?> message = LaneMessage.nextForCall(call.getMethod().getAnnotation(Incoming.class).value());
        if (message != null) {
            call.getContextData().put(TASK, message);
        }
        return call.proceed();
    }
}

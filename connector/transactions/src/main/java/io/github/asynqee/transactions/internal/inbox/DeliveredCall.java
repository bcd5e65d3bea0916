package io.github.asynqee.transactions.internal.inbox;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import io.github.asynqee.messaging.internal.incoming.LaneMessage;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Stores the delivered task in the context data of the handler's call. Runs before the connector's interceptor, which
 * consumes the task. A call by the application itself has no task.
 */
@Interceptor
@InboxBinding
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 5)
public class DeliveredCall {

    /** Key of the task in the call's context data. */
    static final String TASK = DeliveredCall.class.getName();

    /** Creates the interceptor; done by the container. */
    public DeliveredCall() {}

    /**
     * Stores the task and proceeds.
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

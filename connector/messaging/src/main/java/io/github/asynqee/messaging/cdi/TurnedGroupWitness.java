package io.github.asynqee.messaging.cdi;

import jakarta.annotation.Priority;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InvocationContext;

import io.github.asynqee.messaging.incoming.TurnedGroup;

/** Sees what a handler has turned a group into, so that the outgoing channel can store it and delete the group at once. */
@Interceptor
@TurnsGroups
@Priority(Interceptor.Priority.PLATFORM_BEFORE + 5)
public class TurnedGroupWitness {

    /** Creates the witness; done by the container. */
    public TurnedGroupWitness() {}

    /**
     * Calls the handler.
     *
     * @param call the call
     * @return what the handler returns
     * @throws Exception if the handler fails
     */
    @AroundInvoke
    public Object watch(InvocationContext call) throws Exception {
        return TurnedGroup.by(call.proceed(), call.getMethod().getReturnType().isPrimitive());
    }
}

package io.github.asynqee.messaging.internal.periodic;

import java.lang.reflect.InvocationTargetException;
import java.time.Instant;
import java.util.function.Supplier;

import jakarta.enterprise.context.control.RequestContextController;
import jakarta.enterprise.context.spi.CreationalContext;
import jakarta.enterprise.inject.spi.BeanManager;

import io.github.asynqee.periodic.PayloadSource;

/** Calls a bean method that produces a payload, with an active request context. */
public final class BeanMethodCaller implements PayloadSource {

    private final PeriodicMethod method;
    private final BeanManager beans;
    private final Supplier<RequestContextController> requestContexts;

    /**
     * Creates the caller.
     *
     * @param method the method
     * @param beans resolves the bean
     * @param requestContexts creates request contexts
     */
    public BeanMethodCaller(PeriodicMethod method, BeanManager beans,
            Supplier<RequestContextController> requestContexts) {
        this.method = method;
        this.beans = beans;
        this.requestContexts = requestContexts;
    }

    @Override
    public Object produce(Instant tick) throws Exception {
        RequestContextController request = requestContexts.get();
        boolean activated = request.activate();
        CreationalContext<?> context = beans.createCreationalContext(method.bean());
        try {
            Class<?> declaring = method.method().getDeclaringClass();
            Object bean = beans.getReference(method.bean(),
                    method.bean().getTypes().contains(declaring) ? declaring : Object.class, context);
            method.method().setAccessible(true);
            return method.takesTick() ? method.method().invoke(bean, tick) : method.method().invoke(bean);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        } finally {
            context.release();
            if (activated) {
                request.deactivate();
            }
        }
    }
}

package io.github.asynqee.messaging;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import jakarta.interceptor.InvocationContext;

/** A call of a handler, as interceptors see it. */
public record HandlerCall(Method getMethod, Object argument, Callable<Object> handler,
        Map<String, Object> getContextData) implements InvocationContext {

    public HandlerCall(Method method, Object argument, Callable<Object> handler) {
        this(method, argument, handler, new HashMap<>());
    }

    @Override
    public Object proceed() throws Exception {
        return handler.call();
    }

    @Override
    public Object[] getParameters() {
        return new Object[]{ argument };
    }

    @Override
    public Object getTarget() {
        return this;
    }

    @Override
    public Object getTimer() {
        return null;
    }

    @Override
    public Constructor<?> getConstructor() {
        return null;
    }

    @Override
    public void setParameters(Object[] parameters) {
        throw new UnsupportedOperationException();
    }
}
